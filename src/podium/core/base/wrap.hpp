#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// How many columns of a terminal the text takes: its code points, good enough for our texts.
std::size_t display_width(std::string_view text);

/// The text in lines of at most `width` columns, cut between words, or within a word that is
/// longer. A line end in the text ends a line; an empty text is one empty line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The text and a line end. With a width other than 0 it is wrapped, and all lines but the first
/// begin with the indent.
std::string wrapped_text(std::string_view text, std::size_t width, std::string_view indent = "");

}  // namespace podium
