#pragma once

#include "podium/loss/loss.hpp"
#include "podium/loss/structural/top_query.hpp"

namespace podium {

/// TopMargin: structural SVM with margin scaling for the first K places. [Cheng15, Le07]
///
///   l(s) = max over orders y of  loss(y) + score(y) - score(ideal)
///
/// with loss and score as in top_query.hpp. The maximum is found by sorting: O(n + K log K).
/// Convex, since the order that stands for the ideal ones does not depend on the scores; it never
/// falls below the loss of the order that the scores make.
struct TopMargin {
  TopMeasure measure = TopMeasure::ndcg;
  std::size_t cutoff = 10;
  TopTies ties = TopTies::average;
  TopPsi psi = TopPsi::position;
  LabelGain gain = LabelGain::automatic;

  static auto fields() { return top_fields<TopMargin>(); }

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const;
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const;
};

}  // namespace podium
