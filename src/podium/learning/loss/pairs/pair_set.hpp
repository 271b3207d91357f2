#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"

namespace podium {

// What the pairwise losses share: the pairs (better, worse) of a truth, seen along
// LossQuery::order. A place is an index into that order. Since it is best first, the documents
// worse than the one at a place are all places from some first one on, which prepare() keeps in
// LossQuery::target.

/// first_worse[place] = the first place of a lower level, n if there is none; it never falls along
/// the order. Returns whether there is a pair.
bool write_first_worse(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> first_worse);

/// The same from descending values, in place: each becomes the first place of a
/// smaller value.
void become_first_worse(std::span<double> descending);

/// Visits the places from the last to the first; before each, enter(worse) has been called once for
/// every place that is worse than it.
template <class Enter, class Visit>
void for_each_with_worse(std::span<const double> first_worse, const Enter& enter,
                         const Visit& visit) {
  std::size_t next = first_worse.size();
  for (std::size_t place = first_worse.size(); place-- > 0;) {
    while (static_cast<double>(next) > first_worse[place]) enter(--next);
    visit(place);
  }
}

/// The same from the first place to the last, with those that are better.
template <class Enter, class Visit>
void for_each_with_better(std::span<const double> first_worse, const Enter& enter,
                          const Visit& visit) {
  std::size_t next = 0;
  for (std::size_t place = 0; place < first_worse.size(); ++place) {
    while (first_worse[next] <= static_cast<double>(place)) enter(next++);
    visit(place);
  }
}

/// What is known of one query in one pass, by place. The memory is the workspace's.
struct PlacedQuery {
  std::span<const double> score;
  std::span<const double> weight;  ///< of the documents; empty when all are 1
};

PlacedQuery placed(const LossQuery& query, std::span<const double> scores, Workspace& workspace);

/// values[place] = by_document[order[place]].
std::span<double> gathered(std::span<const DocIndex> order, std::span<const double> by_document,
                           Workspace& workspace);

/// by_document[order[place]] += values[place].
void add_scattered(std::span<const DocIndex> order, std::span<const double> values,
                   std::span<double> by_document);

/// What the second derivatives of a sum over pairs are multiplied by. The second derivative matrix
/// of such a sum is D - A with D its diagonal, A >= 0, and D + A has no negative eigenvalue, so 2 D
/// is a bound.
constexpr double pair_curvature(CurvatureKind kind) {
  return kind == CurvatureKind::exact ? 1.0 : 2.0;
}

/// logistic_row(), or curved_logistic_row() if `is_curved`.
template <class Weight>
CurvedPairRow logistic_row_if(bool is_curved, double score, std::span<const double> others,
                              Weight weight, std::span<double> gradient,
                              std::span<double> curvature) {
  if (is_curved) return curved_logistic_row(score, others, weight, gradient, curvature);
  return {logistic_row(score, others, weight, gradient), 0.0};
}

/// Number of pairs, a whole number.
double pair_count(std::span<const double> first_worse);

/// The factor of every pair: `weight`, or for the mean `weight` over the number of pairs. A pair of
/// documents with weights counts as the product of the two: a document of weight 2 is worth two
/// equal documents. 0 when the weights leave no pair.
double pair_factor(PairScale scale, const LossQuery& query, std::span<const double> first_worse,
                   double weight);

}  // namespace podium
