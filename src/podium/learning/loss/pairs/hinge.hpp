#pragma once

#include "podium/learning/loss/pairs/pair_loss.hpp"

namespace podium {

/// Ranking SVM with the plain hinge, over the pairs of different level:
///
///   l(s) = sum over (i, j) with level_i > level_j of max(0, 1 - (s_i - s_j))     [Joachims02]
///
/// Few pairs, as in a top-k truth, are looked at one by one; many are summed in O(n log n).
class HingeLoss final : public PairLoss {
 public:
  explicit HingeLoss(const PairOptions& options = {})
      : PairLoss(options.pairs, CurvatureSource::gradient) {}

 private:
  double accumulate_pairs(const LossQuery& query, std::span<const double> scores, double factor,
                          std::span<double> gradient, const CurvatureSink& curvature,
                          Workspace& workspace) const override;
};

}  // namespace podium
