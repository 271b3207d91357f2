#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace podium {

/// Whether `text` begins with the byte order mark of UTF-16, in either order. That of UTF-32 is
/// none.
bool has_utf16_mark(std::string_view text) noexcept;

/// Turns UTF-16 that comes in pieces into UTF-8.
class Utf16Decoder {
 public:
  /// For text that begins with one of the byte order marks, which is no part of the pieces.
  explicit Utf16Decoder(std::string_view mark) noexcept;

  /// Appends the characters of `bytes` to `text` and returns how many bytes these are: all, or all
  /// but a character at the end of which a part is missing. Nothing for a surrogate without its
  /// other half.
  std::optional<std::size_t> decode(std::string_view bytes, std::string& text) const;

 private:
  std::size_t high_byte_;  ///< place of the high byte of two
};

/// UTF-16 with a byte order mark as UTF-8, without the mark. Nothing when half a character is
/// missing: an odd number of bytes, or a surrogate without its other half.
std::optional<std::string> utf8_of_utf16(std::string_view text);

}  // namespace podium
