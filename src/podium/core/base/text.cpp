#include "podium/core/base/text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"

namespace podium {

std::string in_quotes(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  std::size_t shown = std::min(token.size(), longest);
  // Not in the middle of a character: its other bytes begin with the bits 10.
  while (shown < token.size() && shown > longest - 4 &&
         (static_cast<unsigned char>(token[shown]) & 0xc0U) == 0x80U) {
    --shown;
  }
  for (const char c : token.substr(0, shown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", byte);
    }
  }
  text += token.size() > longest ? "...'" : "'";
  return text;
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == separator && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

}  // namespace podium
