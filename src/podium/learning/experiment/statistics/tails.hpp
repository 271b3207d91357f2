#pragma once

#include <span>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// Tail probabilities of an observed value among draws under the null hypothesis "A and B are
/// equally good":
///
///   p = (1 + number of draws at least as extreme) / (1 + number of draws)        [Phipson10]
///
/// so that no p is 0, and sets the smallest p that this can give. Draws within `tolerance` of the
/// observed value count as equal to it. Statistic and interval are not changed.
void set_tails(TestOutcome& outcome, std::span<const double> draws, double observed,
               double tolerance);

}  // namespace podium
