#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podium {

/// Whether `text` begins with the byte order mark of UTF-16, in either order. That of UTF-32 is
/// none.
bool has_utf16_mark(std::string_view text) noexcept;

/// UTF-16 with a byte order mark as UTF-8, without the mark. Nothing when half a character is
/// missing: an odd number of bytes, or a surrogate without its other half.
std::optional<std::string> utf8_of_utf16(std::string_view text);

}  // namespace podium
