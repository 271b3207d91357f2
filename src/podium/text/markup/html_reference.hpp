#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::text {

/// Appends the character of the reference at the start of `text`, which is a '&': by number, or by
/// one of HTML 4's names for letters and punctuation. Any other name (TREC's &blank; and &hyph;)
/// becomes a blank; a '&' without a reference stays. Returns the number of bytes read.
std::size_t append_reference(std::string_view text, std::string& to);

}  // namespace podium::text
