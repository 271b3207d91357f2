#include "podium/core/base/io/json.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

using Library = nlohmann::ordered_json;

// --- writing ---

struct ToLibrary {
  Library operator()(std::monostate /*null*/) const { return nullptr; }
  Library operator()(const Json::Array& values) const {
    Library::array_t list;
    list.reserve(values.size());
    for (const Json& value : values) list.push_back(converted(value));
    return list;
  }
  Library operator()(const Json::Object& members) const {
    Library::object_t object;
    object.reserve(members.size());
    for (const auto& [key, value] : members) object.emplace_back(key, converted(value));
    return object;
  }
  Library operator()(const auto& plain) const { return plain; }

  static Library converted(const Json& value) { return value.visit(ToLibrary{}); }
};

// --- reading ---

/// Makes a value of the events of the parser. Unlike the library's own values it sees a key that
/// comes twice, and it stops at a limit.
class JsonBuilder : public nlohmann::json_sax<Library> {
 public:
  JsonBuilder(const JsonLimits& limits, ParsedJson& result) : limits_(limits), result_(result) {}

  bool null() override { return take({}); }
  bool boolean(bool value) override { return take(value); }
  bool number_integer(std::int64_t value) override { return take(value); }
  bool number_unsigned(std::uint64_t value) override { return take(value); }
  bool number_float(double value, const std::string& /*text*/) override { return take(value); }
  bool string(std::string& text) override { return take(std::move(text)); }
  bool binary(Library::binary_t& /*value*/) override { return fail("found binary data"); }

  bool start_object(std::size_t /*size*/) override { return open(); }
  bool start_array(std::size_t /*size*/) override { return open(); }
  bool end_array() override {
    Json::Array items = std::move(open_.back().items);
    open_.pop_back();
    return take(std::move(items));
  }
  bool end_object() override {
    Json::Object members = std::move(open_.back().members);
    open_.pop_back();
    if (const auto key = repeated_key(members)) {
      return fail(fmt::format("found the key {} twice, expected it once", in_quotes(*key)));
    }
    return take(std::move(members));
  }
  bool key(std::string& name) override {
    Json::Object& members = open_.back().members;
    if (members.size() >= limits_.members) {
      return fail(
          fmt::format("found an object of more than {} members, expected less", limits_.members));
    }
    members.emplace_back(std::move(name), Json());
    return true;
  }
  bool parse_error(std::size_t byte, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    if (dynamic_cast<const nlohmann::detail::out_of_range*>(&error) != nullptr) {
      return fail("found a number that is too large, expected a finite one");
    }
    result_.byte = byte;
    return fail("found malformed JSON");
  }

 private:
  struct Open {
    Json::Array items;
    Json::Object members;  ///< the last of which waits for its value
  };

  bool open() {
    if (open_.size() >= limits_.depth) {
      return fail(
          fmt::format("found more than {} lists and objects inside each other", limits_.depth));
    }
    open_.emplace_back();
    return true;
  }

  bool take(Json value) {
    stop_if_told();
    if (open_.empty()) {
      result_.value = std::move(value);
    } else if (Open& parent = open_.back(); parent.members.empty()) {
      parent.items.push_back(std::move(value));
    } else {
      parent.members.back().second = std::move(value);
    }
    return true;
  }

  bool fail(std::string problem) {
    result_.problem = std::move(problem);
    return false;
  }

  static std::optional<std::string> repeated_key(const Json::Object& members) {
    std::vector<std::string_view> keys;
    keys.reserve(members.size());
    for (const auto& [key, value] : members) keys.emplace_back(key);
    std::ranges::sort(keys);
    const auto found = std::ranges::adjacent_find(keys);
    if (found == keys.end()) return std::nullopt;
    return std::string(*found);
  }

  JsonLimits limits_;
  ParsedJson& result_;
  std::vector<Open> open_;
};

/// Line and column of a byte of a text that begins at `where`; columns only where a byte is known.
Location place_in(std::string_view text, std::size_t byte, const Location& where) {
  if (byte == 0) return where;
  const std::string_view before = text.substr(0, byte - 1);
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is no line before
  return {where.path, std::max<std::size_t>(where.line, 1) + lines, before.size() - line_begin + 1};
}

auto find_member(auto& members, std::string_view key) {
  return std::ranges::find(members, key,
                           [](const auto& member) { return std::string_view(member.first); });
}

}  // namespace

Json::Json(std::initializer_list<Json> values) {
  const auto is_member = [](const Json& value) {
    const auto* pair = value.as<Array>();
    return pair != nullptr && pair->size() == 2 && pair->front().is_text();
  };
  if (!std::ranges::all_of(values, is_member)) {
    value_ = Array(values);
    return;
  }
  Object members;
  for (const Json& value : values) {
    const Array& pair = *value.as<Array>();
    members.emplace_back(*pair[0].as<std::string>(), pair[1]);
  }
  value_ = std::move(members);
}

double Json::number() const {
  expects(is_number(), "a number");
  if (const auto* whole = as<std::uint64_t>()) return static_cast<double>(*whole);
  if (const auto* negative = as<std::int64_t>()) return static_cast<double>(*negative);
  return *as<double>();
}

const Json* Json::find(std::string_view key) const noexcept {
  const auto* members = as<Object>();
  if (members == nullptr) return nullptr;
  const auto found = find_member(*members, key);
  return found == members->end() ? nullptr : &found->second;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  expects(is_object(), "an object");
  auto& members = std::get<Object>(value_);
  const auto found = find_member(members, key);
  if (found != members.end()) return found->second;
  return members.emplace_back(key, Json()).second;
}

void Json::erase(std::string_view key) {
  if (auto* members = std::get_if<Object>(&value_)) {
    std::erase_if(*members, [&](const auto& member) { return member.first == key; });
  }
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Array();
  expects(is_array(), "a list");
  std::get<Array>(value_).push_back(std::move(value));
}

std::string Json::dump(int indent) const {
  return ToLibrary::converted(*this).dump(indent, ' ', false, Library::error_handler_t::replace);
}

std::string Json::exact_dump(int indent) const {
  try {
    return ToLibrary::converted(*this).dump(indent);
  } catch (const Library::type_error&) {
    throw UsageError("found text that is not UTF-8, expected UTF-8");
  }
}

ParsedJson try_parse_json(std::string_view text, const JsonLimits& limits) {
  ParsedJson result;
  JsonBuilder builder(limits, result);
  if (!Library::sax_parse(text.begin(), text.end(), &builder)) result.value.reset();
  return result;
}

Json parse_json(std::string_view text, const Location& where) {
  ParsedJson result = try_parse_json(text);
  if (result.value) return *std::move(result.value);
  throw DataError(
      place_in(text, result.byte, where),
      result.byte > text.size() ? "found the end of the text, expected more JSON" : result.problem);
}

}  // namespace podium
