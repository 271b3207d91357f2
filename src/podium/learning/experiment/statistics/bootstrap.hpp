#pragma once

#include <cstdint>
#include <span>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// The bootstrap test by the shift method [Noreen89, Smucker07] of d_i = value of A - value of B.
/// Draws m of the m differences with replacement, options.iterations times; the means b* of the
/// draws, shifted to mean 0, show how the mean varies if A and B are equally good:
///
///   p_greater = share of draws with b* - mean(d) >= mean(d)        (see set_tails)
///
/// The interval holds the middle 1 - alpha of the means b* (percentile method [Efron93]).
TestOutcome bootstrap_test(std::span<const double> difference, const TestOptions& options,
                           std::uint64_t seed);

}  // namespace podium
