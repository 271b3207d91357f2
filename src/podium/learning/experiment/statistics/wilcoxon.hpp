#pragma once

#include <span>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// Wilcoxon's signed rank test [Wilcoxon45] of d_i = value of A - value of B at query i.
/// Differences of 0 are dropped; the others are ranked by size, tied ones share their mean rank.
/// The statistic is W, the sum of the ranks of the positive differences.
///
/// Up to options.exact_wilcoxon differences, the distribution of W over all sign changes is
/// computed exactly, with or without ties, by dynamic programming over doubled ranks
/// [Streitberg86]; two-sided is twice the smaller one-sided p, at most 1. For more, W is
/// approximated by a normal distribution:
///
///   z = (W - n(n+1)/4) / sqrt( n(n+1)(2n+1)/24 - sum over ties of (t^3 - t)/48 )
///
/// n differences, t the size of a group of tied ones; options.continuity moves W by 1/2 towards
/// its mean. Without any difference every p is 1.
TestOutcome wilcoxon_test(std::span<const double> difference, const TestOptions& options);

}  // namespace podium
