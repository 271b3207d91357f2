#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/base/random.hpp"
#include "podium/experiment/test_outcome.hpp"

namespace podium {

/// `iterations` values of draw(stream), in parallel. Draws are cut into blocks of fixed size with a
/// stream each, keyed by (seed, block, purpose): the values do not depend on the number of threads.
std::vector<double> resampled(std::size_t iterations, std::uint64_t seed, std::string_view purpose,
                              const std::function<double(RandomStream&)>& draw);

/// Tail probabilities of an observed value among draws made under "A and B are alike":
///
///   p = (1 + number of draws at least as extreme) / (1 + number of draws)        [Phipson10]
///
/// so that no p is 0. Draws within `tolerance` of the observed value count as equal to it.
/// Statistic and interval are left alone.
void set_tails(TestOutcome& outcome, std::span<const double> draws, double observed,
               double tolerance);

}  // namespace podium
