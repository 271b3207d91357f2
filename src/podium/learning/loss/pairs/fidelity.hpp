#pragma once

#include <span>

#include "podium/learning/loss/pairs/pair_loss.hpp"

namespace podium {

/// FRank: one minus the fidelity of the pair's probability P = 1 / (1 + exp(-(s_i - s_j))) to 1:
///
///   l(s) = sum over (i, j) with level_i > level_j of 1 - sqrt(P)      [Tsai07]
///
/// Bounded by the number of pairs, so that hopeless pairs count little; not convex. O(number of
/// pairs). Unlike the paper, pairs are not divided by their number unless pairs = mean.
class FidelityLoss final : public PairLoss {
 public:
  explicit FidelityLoss(const PairOptions& options = {})
      : PairLoss(options.pairs, CurvatureSource::gradient) {}

 private:
  double accumulate_pairs(const LossQuery& query, std::span<const double> scores, double factor,
                          std::span<double> gradient, const CurvatureSink& curvature,
                          Workspace& workspace) const override;
};

/// What a pass over pairs adds up to.
struct FidelitySums {
  double loss = 0.0;
  double descent = 0.0;  ///< sum of -dl/dm over the pairs, m = s_i - s_j

  FidelitySums& operator+=(const FidelitySums& other) {
    loss += other.loss;
    descent += other.descent;
    return *this;
  }
};

/// As FidelityLoss::accumulate, with the descent of all pairs together.
FidelitySums accumulate_fidelity(const FidelityLoss& loss, const LossQuery& query,
                                 std::span<const double> scores, double weight,
                                 std::span<double> gradient, Workspace& workspace);

/// The pairs that a weak ranker parts: those it puts right and those it puts wrong.
struct PartedFidelity {
  FidelitySums right;  ///< the better document passes, the worse one does not
  FidelitySums wrong;  ///< the opposite

  PartedFidelity& operator+=(const PartedFidelity& other) {
    right += other.right;
    wrong += other.wrong;
    return *this;
  }
};

/// Sums over the parted pairs when the scores of those that pass are raised by `step`.
PartedFidelity parted_fidelity(const FidelityLoss& loss, const LossQuery& query,
                               std::span<const double> scores, std::span<const char> passes,
                               double step, double weight, Workspace& workspace);

}  // namespace podium
