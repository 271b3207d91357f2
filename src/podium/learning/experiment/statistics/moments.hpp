#pragma once

#include <cstddef>
#include <span>

namespace podium {

/// Mean and spread of a sample.
struct Moments {
  std::size_t count = 0;
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation with divisor count - 1; 0 when the values agree
                           ///< up to rounding

  /// Of the mean: deviation / sqrt(count).
  double standard_error() const;
};

/// Of at least two values.
Moments moments_of(std::span<const double> values);

}  // namespace podium
