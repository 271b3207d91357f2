#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "podium/core/base/interval.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// The bias towards the side on which a document is shown.
struct SideBias {
  std::size_t left = 0;
  std::size_t right = 0;
  double left_share =
      std::numeric_limits<double>::quiet_NaN();  ///< NaN without a single preference
  Interval interval;                             ///< of 95 %
  double p = 1.0;  ///< probability of a share at least as far from one half without bias
};

/// The interval is Wilson's [Wilson27], the test the exact binomial one:
///
///   p = min(1, 2 P(X >= max(left, right))),   X binomial of n = left + right and 1/2
SideBias side_bias(std::size_t left, std::size_t right);

/// Counts the votes "left" and "right" that were not undone.
SideBias side_bias(std::span<const PreferenceVote> votes);

}  // namespace podium::labelling
