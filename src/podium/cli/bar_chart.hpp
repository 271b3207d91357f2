#pragma once

#include <span>
#include <string>
#include <string_view>

namespace podium {

/// A bar of a chart.
struct Bar {
  std::string name;
  double value = 0.0;
  std::string note;  ///< what else there is to say of it, shown on demand
};

/// Horizontal bars as an SVG element for an HtmlPage, as wide as the page: each below its name and
/// value, negative ones to the left of zero. Long names are cut; the title of a bar has them in
/// full. `title` says what the chart shows, for those who cannot see it.
std::string bar_chart(std::string_view title, std::span<const Bar> bars);

}  // namespace podium
