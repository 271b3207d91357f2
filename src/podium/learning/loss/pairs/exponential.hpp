#pragma once

#include <span>

#include "podium/learning/loss/pairs/pair_loss.hpp"

namespace podium {

/// RankBoost's loss:
///
///   l(s) = sum over (i, j) with level_i > level_j of exp(-(s_i - s_j))      [Freund03]
///
/// Each pair is a product exp(-s_i) exp(s_j), so the sum takes O(n) for any truth. Pairs too wrong
/// for a double (margins below about -709) make the value infinite; the gradient is then left
/// alone, so that no NaN gets into a model.
class ExponentialLoss final : public PairLoss {
 public:
  explicit ExponentialLoss(const PairOptions& options = {})
      : PairLoss(options.pairs, CurvatureSource::diagonal) {}

 private:
  double accumulate_pairs(const LossQuery& query, std::span<const double> scores, double factor,
                          std::span<double> gradient, const CurvatureSink& curvature,
                          Workspace& workspace) const override;
};

/// What a weak ranker with two values does to the pairs of a query, each weighed exp(-(s_i - s_j)).
struct PartedPairs {
  double right = 0.0;  ///< pairs whose better document passes and whose worse one does not
  double wrong = 0.0;  ///< the opposite

  PartedPairs& operator+=(const PartedPairs& other) {
    right += other.right;
    wrong += other.wrong;
    return *this;
  }
};

/// Sums over the pairs that `passes` parts, times the factor of a pair: O(n).
PartedPairs parted_pairs(const ExponentialLoss& loss, const LossQuery& query,
                         std::span<const double> scores, std::span<const char> passes,
                         double weight, Workspace& workspace);

}  // namespace podium
