#pragma once

#include "podium/loss/loss.hpp"
#include "podium/loss/pair_scale.hpp"

namespace podium {

/// FRank: one minus the fidelity of the pair's probability P = 1 / (1 + exp(-(s_i - s_j))) to 1:
///
///   l(s) = sum over (i, j) with level_i > level_j of 1 - sqrt(P)      [Tsai07]
///
/// Bounded by the number of pairs, so that hopeless pairs count little; not convex. O(number of
/// pairs). Unlike the paper, pairs are not divided by their number unless pairs = mean.
struct FidelityLoss {
  PairScale pairs = PairScale::sum;

  static constexpr auto fields() {
    return std::tuple{
        field("pairs", &FidelityLoss::pairs, pair_scale_names, pair_scale_help),
    };
  }

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const;
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const;
};

}  // namespace podium
