#pragma once

#include <cmath>
#include <limits>

namespace podium {

/// A range of numbers; NaN when there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();

  bool is_known() const noexcept { return !std::isnan(low) && !std::isnan(high); }
  bool holds(double value) const noexcept { return low <= value && value <= high; }
  bool operator==(const Interval&) const = default;
};

}  // namespace podium
