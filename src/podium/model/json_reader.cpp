#include "podium/model/json_reader.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "podium/base/text.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

/// Line and column of a byte, both from 1.
Location place_in(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is no line before
  return {source, lines + 1, before.size() - line_begin + 1};
}

/// Sees every key while a text is parsed; a tree of JSON values keeps only the last of two.
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& source) : source_(source) {}

  bool operator()(int /*depth*/, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) open_.emplace_back();
    if (event == Json::parse_event_t::object_end) open_.pop_back();
    if (event == Json::parse_event_t::key &&
        !open_.back().insert(value.get<std::string>()).second) {
      throw DataError({source_}, fmt::format("found the key {} twice, expected it once",
                                             in_quotes(value.get<std::string>())));
    }
    return true;
  }

 private:
  const std::string& source_;
  std::vector<std::set<std::string>> open_;
};

std::string what_is(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  if (value.is_string()) return in_quotes(value.get<std::string>());
  return value.dump();
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  try {
    RepeatedKeys keys(source);
    return Json::parse(text.begin(), text.end(),
                       [&](int depth, Json::parse_event_t event, Json& value) {
                         return keys(depth, event, value);
                       });
  } catch (const Json::parse_error& error) {
    throw DataError(place_in(text, error.byte == 0 ? 0 : error.byte - 1, source),
                    error.byte > text.size() ? "found the end of the text, expected more JSON"
                                             : "found malformed JSON");
  } catch (const Json::exception&) {
    throw DataError({source}, "found a number that is too large, expected a finite one");
  }
}

JsonReader JsonReader::at(std::string_view key) const {
  if (auto found = find(key)) return *found;
  throw error(fmt::format("found no '{}', expected one", key));
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const {
  if (!value_.is_object()) throw unexpected("an object");
  const auto found = value_.find(key);
  if (found == value_.end()) return std::nullopt;
  return JsonReader(*found, source_, place_of(key));
}

void JsonReader::expect_keys(std::initializer_list<std::string_view> known) const {
  if (!value_.is_object()) throw unexpected("an object");
  for (const auto& [key, unused] : value_.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw error(fmt::format("found the key {}, expected one of: {}", in_quotes(key),
                            joined(std::span(known.begin(), known.size()))));
  }
}

std::string JsonReader::text() const {
  if (!value_.is_string()) throw unexpected("text");
  return value_.get<std::string>();
}

double JsonReader::number() const {
  if (!value_.is_number()) throw unexpected("a finite number");
  return value_.get<double>();
}

bool JsonReader::truth() const {
  if (!value_.is_boolean()) throw unexpected("true or false");
  return value_.get<bool>();
}

std::uint64_t JsonReader::whole(std::uint64_t least, std::uint64_t most) const {
  if (!value_.is_number_unsigned() || value_.get<std::uint64_t>() < least ||
      value_.get<std::uint64_t>() > most) {
    throw unexpected(fmt::format("a whole number from {} to {}", least, most));
  }
  return value_.get<std::uint64_t>();
}

std::vector<JsonReader> JsonReader::items() const {
  if (!value_.is_array()) throw unexpected("a list");
  std::vector<JsonReader> readers;
  for (std::size_t i = 0; i < value_.size(); ++i) {
    readers.push_back(JsonReader(value_[i], source_, fmt::format("{}[{}]", place_, i)));
  }
  return readers;
}

std::vector<double> JsonReader::numbers(std::size_t count) const {
  if (!value_.is_array() || value_.size() != count) {
    throw unexpected(fmt::format("a list of {} numbers", count));
  }
  std::vector<double> numbers;
  numbers.reserve(count);
  for (const JsonReader& item : items()) numbers.push_back(item.number());
  return numbers;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  if (!value_.is_object()) throw unexpected("an object");
  std::vector<std::pair<std::string, JsonReader>> members;
  for (const auto& [key, member] : value_.items()) {
    members.emplace_back(key, JsonReader(member, source_, place_of(key)));
  }
  return members;
}

DataError JsonReader::error(const std::string& problem) const {
  return {Location{source_}, place_.empty() ? problem : place_ + ": " + problem};
}

DataError JsonReader::unexpected(std::string_view expected) const {
  return error(fmt::format("found {}, expected {}", what_is(value_), expected));
}

std::string JsonReader::place_of(std::string_view key) const {
  return place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key);
}

}  // namespace podium
