#include "podium/core/base/io/json_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

std::string what_is(const Json& value) {
  if (value.is_object()) return "an object";
  if (const auto* items = value.as<Json::Array>())
    return fmt::format("a list of {}", items->size());
  if (const auto* text = value.as<std::string>()) return in_quotes(*text);
  return value.dump();
}

/// Where a value stands below another one: ".weights[3]". Looked for when there is an error: a
/// document has too many values to keep their places.
std::optional<std::string> place_below(const Json& top, const Json& value) {
  if (&top == &value) return "";
  if (const auto* items = top.as<Json::Array>()) {
    for (std::size_t i = 0; i < items->size(); ++i) {
      if (const auto place = place_below((*items)[i], value))
        return fmt::format("[{}]{}", i, *place);
    }
  } else if (const auto* members = top.as<Json::Object>()) {
    for (const auto& [key, member] : *members) {
      if (const auto place = place_below(member, value)) return fmt::format(".{}{}", key, *place);
    }
  }
  return std::nullopt;
}

}  // namespace

JsonReader::JsonReader(Json document, Location where)
    : document_(std::make_shared<const Document>(Document{std::move(document), std::move(where)})),
      value_(&document_->root) {}

JsonReader JsonReader::at(std::string_view key) const {
  if (auto found = find(key)) return *std::move(found);
  throw error(fmt::format("found no '{}', expected one", key));
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const {
  (void)object();
  const Json* found = value_->find(key);
  if (found == nullptr) return std::nullopt;
  return JsonReader(document_, *found);
}

void JsonReader::expect_keys(std::span<const std::string_view> known) const {
  for (const auto& [key, unused] : object()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw error(fmt::format("found the key {}, expected {}", in_quotes(key),
                            known.empty() ? "none" : "one of: " + joined(known)));
  }
}

void JsonReader::expect_version(std::uint64_t version) const {
  if (const std::uint64_t found = whole(); found != version) {
    throw error(fmt::format("found version {}, expected {}", found, version));
  }
}

std::string JsonReader::text() const {
  if (const auto* text = value_->as<std::string>()) return *text;
  throw unexpected("text");
}

bool JsonReader::flag() const {
  if (const auto* flag = value_->as<bool>()) return *flag;
  throw unexpected("true or false");
}

double JsonReader::number() const {
  if (!value_->is_number()) throw unexpected("a finite number");
  return value_->number();
}

double JsonReader::number_or_nan() const {
  return value_->is_null() ? std::numeric_limits<double>::quiet_NaN() : number();
}

std::uint64_t JsonReader::whole(std::uint64_t minimum, std::uint64_t maximum) const {
  const auto* whole = value_->as<std::uint64_t>();
  if (whole == nullptr || *whole < minimum || *whole > maximum) {
    throw unexpected(maximum == any
                         ? fmt::format("a whole number from {}", minimum)
                         : fmt::format("a whole number from {} to {}", minimum, maximum));
  }
  return *whole;
}

std::size_t JsonReader::choice(std::span<const std::string_view> names) const {
  const auto* text = value_->as<std::string>();
  const auto found = text == nullptr ? names.end() : std::ranges::find(names, *text);
  if (found == names.end()) throw unexpected("one of: " + joined(names));
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<JsonReader> JsonReader::items() const {
  std::vector<JsonReader> readers;
  for (std::size_t i = 0; i < array().size(); ++i) readers.push_back(item(i));
  return readers;
}

std::vector<std::string> JsonReader::texts() const {
  std::vector<std::string> texts;
  for (const JsonReader& item : items()) texts.push_back(item.text());
  return texts;
}

std::vector<double> JsonReader::numbers() const {
  std::vector<double> numbers;
  numbers.reserve(array().size());
  for (const Json& value : array()) {
    // A reader of each number would cost more than the numbers do.
    numbers.push_back(value.is_number() ? value.number() : item(numbers.size()).number());
  }
  return numbers;
}

std::vector<double> JsonReader::numbers(std::size_t count) const {
  const auto* items = value_->as<Json::Array>();
  if (items == nullptr || items->size() != count) {
    throw unexpected(fmt::format("a list of {} numbers", count));
  }
  return numbers();
}

std::vector<double> JsonReader::numbers_or_nan() const {
  std::vector<double> numbers;
  numbers.reserve(array().size());
  for (const Json& value : array()) {
    numbers.push_back(value.is_number() ? value.number() : item(numbers.size()).number_or_nan());
  }
  return numbers;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  std::vector<std::pair<std::string, JsonReader>> members;
  for (const auto& [key, value] : object()) {
    members.emplace_back(key, JsonReader(document_, value));
  }
  return members;
}

std::map<std::string, std::string, std::less<>> JsonReader::text_members() const {
  std::map<std::string, std::string, std::less<>> texts;
  for (const auto& [key, value] : members()) texts.emplace(key, value.text());
  return texts;
}

DataError JsonReader::error(const std::string& problem) const {
  std::string place = place_below(document_->root, *value_).value_or("");
  if (place.starts_with('.')) place.erase(0, 1);
  return {document_->where, place.empty() ? problem : place + ": " + problem};
}

DataError JsonReader::unexpected(std::string_view expected) const {
  return error(fmt::format("found {}, expected {}", what_is(*value_), expected));
}

const Json::Object& JsonReader::object() const {
  if (const auto* object = value_->as<Json::Object>()) return *object;
  throw unexpected("an object");
}

const Json::Array& JsonReader::array() const {
  if (const auto* array = value_->as<Json::Array>()) return *array;
  throw unexpected("a list");
}

JsonReader JsonReader::item(std::size_t index) const {
  stop_if_told();
  return {document_, array()[index]};
}

JsonReader read_json(std::string_view text, const Location& where) {
  return {parse_json(text, where), where};
}

}  // namespace podium
