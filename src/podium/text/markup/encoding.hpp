#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podium::text {

/// Text in UTF-8, with the problems of its conversion.
struct DecodedText {
  std::string text;
  std::size_t bad_bytes = 0;      ///< invalid places, NUL among them, replaced by U+FFFD
  bool unknown_encoding = false;  ///< the declared one; UTF-8 was assumed
};

/// `bytes` as UTF-8. Their encoding is the one of a byte order mark, else the declared one, else
/// UTF-8. Names mean what they mean in browsers: iso-8859-1 is windows-1252.
DecodedText decoded(std::string_view bytes, std::string_view declared = {});

/// Appends a Unicode character.
void append_utf8(std::uint32_t character, std::string& text);

/// The encoding declared in a <meta> within the first 1024 bytes of a page, or nothing.
std::string_view declared_charset(std::string_view html) noexcept;

}  // namespace podium::text
