#include "podium/core/format/json_texts.hpp"

#include <algorithm>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr std::string_view json_blanks = " \t\r\n";

/// Where the first value of a text ends: with the bracket that closes its first one or, without
/// any, at a blank.
std::size_t value_length(std::string_view text) noexcept {
  std::size_t depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted) {
      if (c == '\\') ++i;
      if (c == '"') is_quoted = false;
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth <= 1) return i + 1;
      --depth;
    } else if (depth == 0 && json_blanks.find(c) != std::string_view::npos) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

JsonTexts::JsonTexts(std::string_view text) noexcept : rest_(without_mark(text)) {}

std::string_view JsonTexts::taken(std::size_t length) noexcept {
  const std::string_view text = rest_.substr(0, length);
  line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  rest_.remove_prefix(text.size());
  return text;
}

std::optional<JsonTexts::Item> JsonTexts::next() noexcept {
  taken(rest_.find_first_not_of(json_blanks));
  if (rest_.empty()) return std::nullopt;
  const std::size_t line = line_;
  return Item{taken(value_length(rest_)), line};
}

std::string json_id(const JsonReader& json, std::string_view expected) {
  if (const auto* whole = json.value().as<std::uint64_t>()) return to_text(*whole);
  if (const auto* negative = json.value().as<std::int64_t>()) return to_text(*negative);
  if (!json.value().is_text() || json.text().empty()) throw json.unexpected(expected);
  return json.text();
}

}  // namespace podium
