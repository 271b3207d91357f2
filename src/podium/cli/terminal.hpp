#pragma once

#include <iosfwd>

#include "podium/cli/help_page.hpp"

namespace podium::cli {

/// The style of what is written to a stream. Standard output and error have the width of their
/// terminal, or of COLUMNS where that is set, and colours on a terminal unless NO_COLOR is set.
/// Without a terminal and COLUMNS, and for all other streams, the width is 0 and there is no
/// colour.
TextStyle style_of(const std::ostream& stream);

}  // namespace podium::cli
