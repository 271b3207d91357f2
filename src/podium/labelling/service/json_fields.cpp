#include "podium/labelling/service/json_fields.hpp"

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium::labelling {

namespace {

constexpr JsonLimits body_limits{.depth = deepest_json, .members = 256};

std::string text_of(const Body& value, std::size_t max_bytes) {
  std::string text = value.text();
  if (text.size() > max_bytes) {
    throw value.error(
        fmt::format("found a text of {} bytes, expected at most {}", text.size(), max_bytes));
  }
  if (text.find('\0') != std::string::npos) {
    throw value.error("found a text with a zero byte, expected none");
  }
  return text;
}

}  // namespace

Body parse_object(std::string_view text) {
  if (text.empty()) return {Json::object(), {}};
  ParsedJson parsed = try_parse_json(text, body_limits);
  if (!parsed.value) throw UsageError("body: " + parsed.problem);
  Body body(*std::move(parsed.value), {});
  if (!body.value().is_object()) throw body.unexpected("an object");
  return body;
}

std::optional<Body> member(const Body& object, std::string_view name) {
  std::optional<Body> found = object.find(name);
  if (found && found->value().is_null()) found.reset();
  return found;
}

std::string text_in(const Body& object, std::string_view name, std::size_t max_bytes) {
  return text_of(object.at(name), max_bytes);
}

std::string text_or_empty(const Body& object, std::string_view name, std::size_t max_bytes) {
  const auto value = member(object, name);
  return value ? text_of(*value, max_bytes) : std::string();
}

std::uint64_t whole_in(const Body& object, std::string_view name, std::uint64_t minimum,
                       std::uint64_t maximum) {
  return object.at(name).whole(minimum, maximum);
}

std::uint64_t whole_or(const Body& object, std::string_view name, std::uint64_t minimum,
                       std::uint64_t maximum, std::uint64_t otherwise) {
  const auto value = member(object, name);
  return value ? value->whole(minimum, maximum) : otherwise;
}

double number_or(const Body& object, std::string_view name, double otherwise) {
  const auto value = member(object, name);
  return value ? value->number() : otherwise;
}

std::vector<std::uint64_t> wholes_in(const Body& object, std::string_view name,
                                     std::uint64_t minimum, std::uint64_t maximum) {
  std::vector<std::uint64_t> all;
  for (const Body& value : object.at(name).items()) all.push_back(value.whole(minimum, maximum));
  return all;
}

std::vector<std::string> texts_in(const Body& object, std::string_view name,
                                  std::size_t max_bytes) {
  std::vector<std::string> all;
  for (const Body& value : object.at(name).items()) all.push_back(text_of(value, max_bytes));
  return all;
}

}  // namespace podium::labelling
