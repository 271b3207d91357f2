#pragma once

#include <algorithm>
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

/// The differences between two numbers of a range.
inline Interval range_of_differences(const Interval& range) noexcept {
  return {range.low - range.high, range.high - range.low};
}

/// The part of an interval that is in a range; all of it when the range is not known.
inline Interval clipped(const Interval& interval, const Interval& range) noexcept {
  if (!interval.is_known() || !range.is_known()) return interval;
  return {std::clamp(interval.low, range.low, range.high),
          std::clamp(interval.high, range.low, range.high)};
}

}  // namespace podium
