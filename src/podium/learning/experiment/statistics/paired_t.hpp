#pragma once

#include <span>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// The paired t test [Student08] of d_i = value of A - value of B at query i, at least two.
///
///   t = mean(d) / (sd(d) / sqrt(m)),   m - 1 degrees of freedom,   sd with m - 1
///
/// p_greater is P(T > t), the number that LETOR's Eval-ttest prints. When all d_i are equal, t is
/// 0 (p = 1/2, two-sided 1) for mean 0 and infinite otherwise (p = 0 or 1, two-sided 0).
/// The interval is mean(d) -+ t(alpha/2) sd(d) / sqrt(m).
TestOutcome paired_t_test(std::span<const double> difference, double alpha);

}  // namespace podium
