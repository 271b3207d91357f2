#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// What weighs the pairs of LambdaRank: gains by place, and discounts that fall by rank.
struct PairGains {
  std::span<const double> gain;
  std::span<const double> discount;
};

/// factor times the sum of w_ij log(1 + exp(-(s_i - s_j))) over all pairs that `first_worse` names,
/// without looking at most of them; adds its gradient, and its curvature if that is wanted. w_ij is
/// the product of the weights of the documents, with gains times |g_i - g_j| |d(r_i) - d(r_j)|.
///
/// The places are halved where the level changes, the pairs between both halves are summed by
/// add_split_sum(), and the halves go on in the same way until few documents are left, whose
/// pairs are looked at one by one: O(n log L) for L levels. Parallel, with the same bits for any
/// number of threads.
double accumulate_expanded_pairs(const LossQuery& query, std::span<const double> scores,
                                 std::span<const double> first_worse, const PairGains* gains,
                                 double factor, std::span<double> gradient, Workspace& workspace,
                                 const CurvatureSink& curvature = {});

/// Whether that takes less time than looking at so many pairs of n documents, with or without
/// gains. It depends on the truth alone, so a query always goes the same way.
bool should_expand(std::size_t documents, double pairs, bool has_gains);

}  // namespace podium
