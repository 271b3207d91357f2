#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"

namespace podium {

// Pairs that were given one by one (LossQuery::pairs). Each is a query of two documents, so that a
// pairwise loss needs no second formula for them: its loss is the sum of the losses of these
// queries.

/// A query of two documents, of which the first is better.
LossQuery two_documents();

/// The factor of a pair of weight 1: `weight`, or for the mean `weight` over the weight of all
/// pairs. 0 when that is 0.
double given_pair_factor(PairScale scale, const LossQuery& query, double weight);

/// The weight of a pair times those of its documents.
double weight_of(const LossQuery& query, const WeightedPair& pair);

/// The values of the two documents.
template <class Value>
std::array<std::remove_const_t<Value>, 2> values_of(const WeightedPair& pair,
                                                    std::span<Value> by_document) {
  return {by_document[pair.better], by_document[pair.worse]};
}

inline void add_to(const WeightedPair& pair, const std::array<double, 2>& values,
                   std::span<double> by_document) {
  by_document[pair.better] += values[0];
  by_document[pair.worse] += values[1];
}

/// The sum of what one(pair, factor, workspace) returns, in the order of the pairs: anything that
/// starts as {} and has +=. The workspace is empty for each of them.
template <class One>
auto sum_over_given_pairs(const LossQuery& query, PairScale scale, double weight, const One& one) {
  using Value = std::invoke_result_t<const One&, const WeightedPair&, double, Workspace&>;
  const double factor = given_pair_factor(scale, query, weight);
  Workspace workspace;
  Value sum{};
  for (const WeightedPair& pair : query.pairs) {
    sum += one(pair, factor * weight_of(query, pair), workspace);
    workspace.clear();
  }
  return sum;
}

/// Loss::accumulate_curved for given pairs.
double accumulate_given_pairs(const Loss& loss, PairScale scale, const LossQuery& query,
                              std::span<const double> scores, double weight,
                              std::span<double> gradient, const CurvatureSink& curvature);

/// Loss::add_hessian_product for given pairs.
void add_given_hessian_product(const Loss& loss, PairScale scale, const LossQuery& query,
                               std::span<const double> scores, double weight,
                               std::span<const double> direction, std::span<double> product);

}  // namespace podium
