#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podium::text {

/// The problems of a conversion to UTF-8.
struct DecodingProblems {
  std::size_t bad_bytes = 0;      ///< invalid places, NUL among them, replaced by U+FFFD
  bool unknown_encoding = false;  ///< the declared one; UTF-8 was assumed
};

/// Text in UTF-8, with the problems of its conversion.
struct DecodedText : DecodingProblems {
  std::string text;
};

/// `bytes` as UTF-8. Their encoding is the one of a byte order mark, else the declared one, else
/// UTF-8. Names mean what they mean in browsers: iso-8859-1 is windows-1252.
DecodedText decoded(std::string_view bytes, std::string_view declared = {});

/// The same in place; sound UTF-8 is not copied.
DecodingProblems repair(std::string& text, std::string_view encoding = "utf-8");

/// Appends a Unicode character.
void append_utf8(std::uint32_t character, std::string& text);

/// The encoding declared in a <meta> within the first 1024 bytes of a page, or nothing.
std::string_view declared_charset(std::string_view html) noexcept;

}  // namespace podium::text
