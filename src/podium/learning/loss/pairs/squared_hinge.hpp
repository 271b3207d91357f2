#pragma once

#include "podium/learning/loss/pairs/pair_loss.hpp"

namespace podium {

/// Ranking SVM with the squared hinge, which has the second derivatives that Newton's method wants:
///
///   l(s) = sum over (i, j) with level_i > level_j of max(0, 1 - (s_i - s_j))^2    [Chapelle10]
///
/// Few pairs, as in a top-k truth, are looked at one by one; many are summed in O(n log n), as are
/// the products with the Hessian, which need no new sort.
class SquaredHingeLoss final : public PairLoss {
 public:
  explicit SquaredHingeLoss(const PairOptions& options = {})
      : PairLoss(options.pairs, CurvatureSource::diagonal) {}

  bool is_curved() const noexcept override { return true; }
  /// by_score = the documents by descending score; left alone where pairs are looked at one by one.
  void linearise(const LossQuery& query, std::span<const double> scores,
                 std::span<DocIndex> by_score, Workspace& workspace) const override;
  void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                           std::span<const DocIndex> by_score, double weight,
                           std::span<const double> direction, std::span<double> product,
                           Workspace& workspace) const override;

 private:
  double accumulate_pairs(const LossQuery& query, std::span<const double> scores, double factor,
                          std::span<double> gradient, const CurvatureSink& curvature,
                          Workspace& workspace) const override;
};

}  // namespace podium
