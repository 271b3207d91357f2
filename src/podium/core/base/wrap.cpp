#include "podium/core/base/wrap.hpp"

#include <algorithm>

namespace podium {

namespace {

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// Where to cut a text that is wider than `width`.
std::size_t line_end(std::string_view text, std::size_t width) {
  std::size_t end = 0;  // of the first `width` characters
  for (std::size_t count = 0; end < text.size(); ++end) {
    if (begins_character(text[end]) && count++ == width) break;
  }
  const std::size_t blank = text.substr(0, end + 1).rfind(' ');
  // Blanks at the beginning are an indent, which stays with the first word.
  return blank == std::string_view::npos || blank < text.find_first_not_of(' ') ? end : blank;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines;
  while (true) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size());
    while (display_width(line) > width) {
      const std::size_t end = line_end(line, width);
      lines.emplace_back(line.substr(0, end));
      line.remove_prefix(end);
      if (line.starts_with(' ')) line.remove_prefix(1);
    }
    lines.emplace_back(line);
    if (text.empty()) return lines;
    text.remove_prefix(1);
  }
}

std::string wrapped_text(std::string_view text, std::size_t width, std::string_view indent) {
  if (width == 0) return std::string(text) + "\n";
  // All lines but the first are shorter by the indent: so is the first, which is simpler.
  std::string lines;
  for (const std::string& line : wrapped(text, width - std::min(width - 1, indent.size()))) {
    lines += (lines.empty() ? "" : std::string(indent)) + line + "\n";
  }
  return lines;
}

}  // namespace podium
