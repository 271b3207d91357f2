#pragma once

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"

namespace podium {

struct SquaredHingeOptions {
  PairScale pairs = PairScale::sum;

  static auto fields() {
    return std::array{
        field("pairs", &SquaredHingeOptions::pairs, pair_scale_names, pair_scale_help),
    };
  }
};

/// Ranking SVM with the squared hinge, which has the second derivatives that Newton's method wants:
///
///   l(s) = sum over (i, j) with level_i > level_j of max(0, 1 - (s_i - s_j))^2    [Chapelle10]
///
/// Few pairs, as in a top-k truth, are looked at one by one; many are summed in O(n log n), as are
/// the products with the Hessian, which need no new sort.
class SquaredHingeLoss final : public Loss {
 public:
  explicit SquaredHingeLoss(const SquaredHingeOptions& options = {}) : options_(options) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

  bool is_curved() const noexcept override { return true; }
  /// by_score = the documents by descending score; left alone where pairs are looked at one by one.
  void linearise(const LossQuery& query, std::span<const double> scores,
                 std::span<DocIndex> by_score, Workspace& workspace) const override;
  void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                           std::span<const DocIndex> by_score, double weight,
                           std::span<const double> direction, std::span<double> product,
                           Workspace& workspace) const override;

 private:
  SquaredHingeOptions options_;
};

}  // namespace podium
