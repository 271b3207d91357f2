#include "podium/core/base/io/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/io/json_scanner.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"

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

/// Whether no key of a small object comes twice, without memory for them; false for a large one.
bool are_few_distinct(const Json::Object& members) {
  constexpr std::size_t few = 12;
  if (members.size() > few) return false;
  for (std::size_t i = 1; i < members.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (members[i].first == members[j].first) return false;
    }
  }
  return true;
}

std::optional<std::string> repeated_key(const Json::Object& members) {
  if (are_few_distinct(members)) return std::nullopt;
  std::vector<std::string_view> keys;
  keys.reserve(members.size());
  for (const auto& [key, value] : members) keys.emplace_back(key);
  std::ranges::sort(keys);
  const auto found = std::ranges::adjacent_find(keys);
  if (found == keys.end()) return std::nullopt;
  return std::string(*found);
}

/// Whole where it is written so and 64 bits hold it.
Json read_number(JsonScanner& json) {
  const std::string_view text = json.number();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    if (text.front() != '-') {
      if (const auto whole = parse_number<std::uint64_t>(text)) return *whole;
    } else if (const auto negative = parse_number<std::int64_t>(text)) {
      return *negative;
    }
  }
  double value = 0.0;
  const auto error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
  // Too large, or so small that it is 0 or nearly so.
  if (error != std::errc{}) value = std::strtod(std::string(text).c_str(), nullptr);
  if (std::isfinite(value)) return value;
  json.refuse("found a number that is too large, expected a finite one", text.data());
}

Json read_value(JsonScanner& json, std::size_t most_members) {
  stop_if_told();
  switch (json.peek()) {
    case '{': {
      Json::Object members;
      members.reserve(4);
      const std::size_t begin = json.place();
      json.object([&](std::string& key) {
        if (members.size() >= most_members) {
          json.refuse(
              fmt::format("found an object of more than {} members, expected less", most_members));
        }
        members.emplace_back(std::move(key), read_value(json, most_members));
      });
      if (const auto key = repeated_key(members)) json.refuse_twice(*key, begin);
      return Json(std::move(members));
    }
    case '[': {
      Json::Array items;
      json.array([&] { items.push_back(read_value(json, most_members)); });
      return Json(std::move(items));
    }
    case '"':
      return json.text();
    case 't':
      json.word("true");
      return true;
    case 'f':
      json.word("false");
      return false;
    case 'n':
      json.word("null");
      return nullptr;
    default:
      return read_number(json);
  }
}

Json read_whole(std::string_view text, const Location& where, const JsonLimits& limits) {
  JsonScanner json(without_mark(text), where, limits.depth);
  Json value = read_value(json, limits.members);
  json.end();
  return value;
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
  try {
    return {.value = read_whole(text, {}, limits), .problem = {}};
  } catch (const JsonError& error) {
    return {.value = {}, .problem = error.problem(), .byte = error.byte()};
  }
}

Json parse_json(std::string_view text, const Location& where) {
  return read_whole(text, where, {});
}

}  // namespace podium
