#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium {

/// Appends the character that the reference at the beginning of `text`, which is a '&', stands for:
/// by number, or by one of the names that HTML 4 has for letters and punctuation. Any other name
/// (TREC's &blank; and &hyph;) is a blank, and what is no reference the '&' itself. Returns how
/// much of `text` that was.
std::size_t append_reference(std::string_view text, std::string& to);

}  // namespace podium
