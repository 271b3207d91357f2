#pragma once

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// TopMargin: structural SVM with margin scaling for the first K places. [Cheng15, Le07]
///
///   l(s) = max over orders y of  loss(y) + score(y) - score(ideal)
///
/// with loss and score as in top_query.hpp. The maximum is found by sorting: O(n + K log K).
/// Convex, since the order that stands for the ideal ones does not depend on the scores; it never
/// falls below the loss of the order that the scores make.
class TopMargin final : public Loss {
 public:
  explicit TopMargin(const TopSettings& options = {}) : options_(options) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  TopSettings options_;
};

}  // namespace podium
