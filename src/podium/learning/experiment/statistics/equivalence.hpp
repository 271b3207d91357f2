#pragma once

#include <span>

#include "podium/core/base/interval.hpp"

namespace podium {

/// Two one-sided t tests [Schuirmann87] of "the mean of d lies within -margin and margin".
struct Equivalence {
  double p = 1.0;            ///< of |mean| >= margin
  double p_not_worse = 1.0;  ///< of mean <= -margin alone
  double error = 0.0;        ///< standard error of the mean
  Interval interval;         ///< of 1 - 2 alpha: inside the margin if and only if p <= alpha

  /// The margin that would be shown at level alpha with a power of 80 % if the true difference is
  /// 0.
  double smallest_margin(double alpha = 0.05) const;
};

/// `extra_variance` is added to that of the mean. Needs at least two differences and a margin above
/// 0.
Equivalence equivalence_test(std::span<const double> difference, double margin,
                             double extra_variance = 0.0, double alpha = 0.05);

}  // namespace podium
