#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// The values of one point of a grid, query by query, on queries that were held out. NaN: the query
/// does not count.
using PointValues = std::vector<double>;

/// How much each point of a grid counts, by how sure it is that it is worse than the best one: with
/// d the differences of its values to those of the best,
///
///   t = mean(d) / (sd(d) / sqrt(n)), 0 where mean(d) = 0        weight = exp(-t^2 / 2)
///
/// Weights below 0.01 become 0; that of the best is 1.
std::vector<double> point_weights(std::span<const PointValues> points, std::size_t best);

/// The root of the mean over queries of the variance of the scores within the query.
double score_deviation(const Dataset& data, std::span<const double> scores);

/// A model of a mixture: what it counts, and the deviation of its scores, by which they are divided
/// so that no model counts more because its scores are larger.
struct MixturePart {
  double weight = 0.0;
  double deviation = 0.0;
};

/// The factor of each part's scores in the mixture. A part that is alone keeps its scores as they
/// are; one whose scores are all equal within queries adds nothing.
std::vector<double> mixture_factors(std::span<const MixturePart> parts);

/// Whether sums of such models are models: linear ones and sums of weak rankers.
bool can_be_mixed(const ModelKind& kind);

/// The sum of models that can be mixed, each times its factor, without their biases, which change
/// no ranking. Models of factor 0 are not looked at; a single one of factor 1 is returned as it is,
/// of whatever kind.
ModelKind mixed_model(std::span<const ModelKind> models, std::span<const double> factors);

}  // namespace podium
