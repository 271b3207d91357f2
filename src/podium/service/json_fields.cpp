#include "podium/service/json_fields.hpp"

#include <algorithm>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr std::size_t most_members = 256;

/// A value as a message shows it; of lists and objects only what they are.
std::string shown(const Body& value) {
  if (value.is_null()) return "nothing";
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return in_quotes(value.dump(-1, ' ', false, Body::error_handler_t::replace));
}

/// Refuses a body while it is read that would cost more than its bytes.
class BodyLimits {
 public:
  bool operator()(int depth, Body::parse_event_t event, const Body& /*parsed*/) {
    using Event = Body::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= deepest_json) {
        throw UsageError("found a body that nests deeper than " + to_text(deepest_json) +
                         " lists and objects, expected less");
      }
      members_.resize(static_cast<std::size_t>(depth) + 1);
      members_.back() = 0;
    } else if (event == Event::key) {
      members_.resize(static_cast<std::size_t>(depth));
      if (++members_.back() > most_members) {
        throw UsageError("found an object of more than " + to_text(most_members) +
                         " members, expected less");
      }
    }
    return true;
  }

 private:
  std::vector<std::size_t> members_;  ///< of each object that is open
};

[[noreturn]] void refuse(std::string_view name, const Body& found, const std::string& expected) {
  throw UsageError(std::string(name) + ": found " + shown(found) + ", expected " + expected);
}

std::string text_of(const Body& value, std::string_view name, std::size_t most_bytes) {
  if (!value.is_string()) refuse(name, value, "a text");
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > most_bytes) {
    throw UsageError(std::string(name) + ": found a text of " + to_text(text.size()) +
                     " bytes, expected at most " + to_text(most_bytes));
  }
  if (text.find('\0') != std::string::npos) {
    throw UsageError(std::string(name) + ": found a text with a zero byte, expected none");
  }
  return text;
}

std::int64_t whole_of(const Body& value, std::string_view name, std::int64_t least,
                      std::int64_t most) {
  const bool is_whole = value.is_number_integer() &&
                        !(value.is_number_unsigned() &&
                          value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
  if (!is_whole || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
    refuse(name, value, "a whole number from " + to_text(least) + " to " + to_text(most));
  }
  return value.get<std::int64_t>();
}

}  // namespace

Body parse_object(std::string_view text) {
  if (text.empty()) return Body::object();
  Body parsed = Body::parse(text, BodyLimits(), /*allow_exceptions=*/false);
  if (!parsed.is_object()) throw UsageError("found a malformed body, expected a JSON object");
  return parsed;
}

const Body& member(const Body& object, std::string_view name) {
  static const Body nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(std::string(name));
  return found == object.end() ? nothing : *found;
}

std::string text_in(const Body& object, std::string_view name, std::size_t most_bytes) {
  return text_of(member(object, name), name, most_bytes);
}

std::string text_or_empty(const Body& object, std::string_view name, std::size_t most_bytes) {
  const Body& value = member(object, name);
  return value.is_null() ? std::string() : text_of(value, name, most_bytes);
}

std::int64_t whole_in(const Body& object, std::string_view name, std::int64_t least,
                      std::int64_t most) {
  return whole_of(member(object, name), name, least, most);
}

std::int64_t whole_or(const Body& object, std::string_view name, std::int64_t least,
                      std::int64_t most, std::int64_t otherwise) {
  const Body& value = member(object, name);
  return value.is_null() ? otherwise : whole_of(value, name, least, most);
}

double number_or(const Body& object, std::string_view name, double otherwise) {
  const Body& value = member(object, name);
  if (value.is_null()) return otherwise;
  if (!value.is_number()) refuse(name, value, "a number");
  return value.get<double>();
}

bool flag_in(const Body& object, std::string_view name) {
  const Body& value = member(object, name);
  if (!value.is_boolean()) refuse(name, value, "true or false");
  return value.get<bool>();
}

const Body& array_in(const Body& object, std::string_view name) {
  const Body& value = member(object, name);
  if (!value.is_array()) refuse(name, value, "a list");
  return value;
}

std::vector<std::int64_t> wholes_in(const Body& object, std::string_view name, std::int64_t least,
                                    std::int64_t most) {
  std::vector<std::int64_t> all;
  for (const Body& value : array_in(object, name)) {
    all.push_back(whole_of(value, name, least, most));
  }
  return all;
}

std::vector<std::string> texts_in(const Body& object, std::string_view name,
                                  std::size_t most_bytes) {
  std::vector<std::string> all;
  for (const Body& value : array_in(object, name)) all.push_back(text_of(value, name, most_bytes));
  return all;
}

std::size_t choice_in(const Body& object, std::string_view name,
                      std::span<const std::string_view> names) {
  const Body& value = member(object, name);
  if (value.is_string()) {
    const auto found = std::ranges::find(names, value.get_ref<const std::string&>());
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  refuse(name, value, "one of " + joined(names));
}

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace podium
