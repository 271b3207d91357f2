#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

/// Two rankers by their indices.
struct RankerPair {
  std::size_t a = 0;
  std::size_t b = 0;
};

/// Tukey's honestly significant differences [Tukey53, Carterette12] of r rankers over the same m
/// queries, value[ranker][query]. Queries are blocks of a two-way layout without interaction,
///
///   value_iq = mean + ranker_i + query_q + error
///   MSE      = sum over i, q of (value_iq - mean_i - mean_q + mean)^2 / ((r-1)(m-1))
///   statistic q_ij = |mean_i - mean_j| / sqrt(MSE / m)
///   p_two_sided    = P(Q > q_ij),   studentised range of r means, (r-1)(m-1) degrees of freedom
///
/// The p values hold jointly: the probability of any false positive among all pairs is at most
/// alpha, so no further correction is needed. One-sided p are not defined (NaN). Needs r, m >= 2.
/// With MSE = 0, p is 1 for equal means and 0 otherwise.
std::vector<TestOutcome> tukey_hsd(std::span<const std::vector<double>> value,
                                   std::span<const RankerPair> pairs);

/// The same without the assumption of normality [Carterette12]: the values of each query are
/// permuted among the rankers, options.iterations times, and
///
///   p_two_sided = share of permutations with largest mean - smallest mean >= |mean_i - mean_j|
///
/// (see set_tails). The statistic is mean_i - mean_j.
std::vector<TestOutcome> randomised_tukey_hsd(std::span<const std::vector<double>> value,
                                              std::span<const RankerPair> pairs,
                                              const TestOptions& options, std::uint64_t seed);

}  // namespace podium
