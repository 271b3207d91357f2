#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podium {

/// The byte order mark that some programs, Excel among them, put before UTF-8.
inline constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

/// `text` without a byte order mark before it.
inline std::string_view without_mark(std::string_view text) noexcept {
  return text.starts_with(utf8_mark) ? text.substr(utf8_mark.size()) : text;
}

/// How many bytes at the start of `text` are well-formed UTF-8: all of them, or up to the first
/// that is not. Surrogates, overlong forms and what is beyond U+10FFFF are malformed.
std::size_t utf8_prefix(std::string_view text) noexcept;

/// Appends a character, which is no surrogate.
void append_utf8(std::string& text, std::uint32_t character);

/// `text` with U+FFFD in place of each byte that is malformed.
std::string with_replacements(std::string_view text);

}  // namespace podium
