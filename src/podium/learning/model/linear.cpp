#include "podium/learning/model/linear.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace podium {

void LinearScorer::initialise(std::span<double> w, RandomStream& /*random*/) const {
  assert(w.size() == dimension());
  std::ranges::fill(w, 0.0);
}

EmptyTape LinearScorer::forward(std::span<const double> w, const FeatureRows& rows,
                                std::span<double> scores, Workspace& /*workspace*/) const {
  assert(w.size() == dimension() && rows.columns() == features);
  multiply_rows(rows, w.first(features), scores);
  if (has_bias) {
    for (double& score : scores) score += w[features];
  }
  return {};
}

void LinearScorer::backward([[maybe_unused]] std::span<const double> w, const FeatureRows& rows,
                            EmptyTape /*tape*/, std::span<const double> score_gradient,
                            std::span<double> gradient, Workspace& /*workspace*/,
                            std::span<const float> next) const {
  assert(w.size() == dimension() && gradient.size() == dimension() && rows.columns() == features);
  add_weighted_rows(rows, score_gradient, gradient.first(features), next);
  if (has_bias)
    gradient[features] += std::accumulate(score_gradient.begin(), score_gradient.end(), 0.0);
}

}  // namespace podium
