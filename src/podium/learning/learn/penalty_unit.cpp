#include "podium/learning/learn/penalty_unit.hpp"

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "podium/learning/learn/risk.hpp"

namespace podium {

namespace {

/// The root of the mean over the queries that contribute of the variance of what
/// values(query, workspace) gives for each document.
template <class Values>
double deviation_within_queries(const TrainingSet& set, const Values& values) {
  const double sum = set.sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const std::span<const double> own = values(q, workspace);
    const auto count = static_cast<double>(own.size());
    const double mean = std::accumulate(own.begin(), own.end(), 0.0) / count;
    double squares = 0.0;
    for (const double value : own) squares += (value - mean) * (value - mean);
    return squares / count;
  });
  return std::sqrt(sum / static_cast<double>(set.contributing().size()));
}

}  // namespace

double penalty_unit(const TrainingTask& task, const RiskShape& shape) {
  const TrainingSet set(task, shape.loss, shape.weighting);
  const LinearScorer scorer{.features = task.train.feature_count()};
  const Risk<LinearScorer> risk(scorer, set, shape.loss, 0.0);
  const std::vector<double> zero(scorer.dimension());
  std::vector<double> gradient(scorer.dimension());
  risk.sum_terms(zero, gradient);
  for (const std::size_t feature : task.unpenalised) gradient[feature] = 0.0;
  const double unit = deviation_within_queries(set, [&](std::size_t q, Workspace& workspace) {
    const QueryView view = set.data()[q];
    const std::span<double> scores = workspace.take<double>(view.size());
    scorer.forward(gradient, view.features, scores, workspace);
    return scores;
  });
  if (!shape.grows_with_targets) return unit;
  return unit / deviation_within_queries(
                    set, [&](std::size_t q, Workspace&) { return set.query(q).target; });
}

}  // namespace podium
