#include "podium/cli/labelling/terminal_text.hpp"

#include <algorithm>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium::cli {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The number of bytes of the control character at the start of well-formed text; 0 if none.
std::size_t steering_prefix(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) < 0xA0) return 2;  // U+0080 .. U+009F
  if (byte(0) != 0xE2) return 0;
  const bool is_embedding = byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return is_embedding || is_isolate ? 3 : 0;
}

/// The end of the tag that begins at `at`; of a script or style, the end of the whole element.
std::size_t end_of_tag(const std::string& lower, std::size_t at) {
  for (const std::string_view name : {"script", "style"}) {
    if (std::string_view(lower).substr(at + 1).starts_with(name)) {
      at = std::min(lower.find("</" + std::string(name), at), lower.size());
    }
  }
  const std::size_t end = lower.find('>', at);
  return end == std::string::npos ? lower.size() : end + 1;
}

}  // namespace

std::string terminal_text(std::string_view text) {
  const std::string well_formed = with_replacements(text);
  std::string shown;
  for (std::string_view rest = well_formed; !rest.empty();) {
    std::size_t used = 1;
    if (is_space(rest.front())) {
      if (!shown.empty() && shown.back() != ' ') shown += ' ';
    } else if (const std::size_t steering = steering_prefix(rest); steering > 0) {
      shown += replacement;
      used = steering;
    } else {
      shown += rest.front();
    }
    rest.remove_prefix(used);
  }
  return std::string(trimmed(shown));
}

std::string without_tags(std::string_view html) {
  const std::string lower = lower_case(html);
  std::string text;
  for (std::size_t i = 0; i < html.size();) {
    if (html[i] == '<') {
      text += ' ';
      i = end_of_tag(lower, i);
    } else {
      text += html[i++];
    }
  }
  return text;
}

std::string beginning_of(const std::string& line, std::size_t most) {
  if (line.size() <= most) return line;
  return line.substr(0, utf8_prefix(std::string_view(line).substr(0, most))) + " ...";
}

}  // namespace podium::cli
