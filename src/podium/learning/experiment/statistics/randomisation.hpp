#pragma once

#include <cstdint>
#include <span>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// Fisher's randomisation test [Fisher35, Smucker07] of d_i = value of A - value of B at query i.
/// If A and B are equally good, each d_i could as well have the opposite sign. The statistic is
/// mean(d), and
///
///   p_greater = share of the 2^m sign changes s with sum(s_i d_i) >= sum(d_i)
///
/// and so on. Queries with d_i = 0 have no influence and are skipped. Up to
/// options.exact_randomisation of the others all sign changes are counted, in O(2^(m/2) m) by
/// adding two half sums [Horowitz74]; beyond, options.iterations random ones are drawn (see
/// set_tails). Sums that differ only by rounding are equal.
TestOutcome randomisation_test(std::span<const double> difference, const TestOptions& options,
                               std::uint64_t seed);

}  // namespace podium
