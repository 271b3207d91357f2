#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podium {

/// Text in UTF-8 and what it took to make it so.
struct DecodedText {
  std::string text;
  std::size_t bad_bytes =
      0;  ///< places that no character is written by, NUL among them: U+FFFD now
  bool unknown_encoding = false;  ///< the declared one; UTF-8 was assumed
};

/// `bytes` as UTF-8. Their encoding is the one of a byte order mark, else the declared one, else
/// UTF-8. Names are taken as browsers take them: iso-8859-1 means windows-1252.
DecodedText decoded(std::string_view bytes, std::string_view declared = {});

/// Appends a character, which is one of Unicode's.
void append_utf8(std::uint32_t character, std::string& text);

/// The encoding that a page names in a <meta> of its first 1024 bytes, or nothing.
std::string_view declared_charset(std::string_view html) noexcept;

}  // namespace podium
