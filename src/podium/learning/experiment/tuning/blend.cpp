#include "podium/learning/experiment/tuning/blend.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"

namespace podium {

std::size_t best_share(std::span<const double> values, const MeasureEntry& metric) {
  expects(!values.empty(), "values of shares");
  const bool trees_are_better = metric.is_better(values.back(), values.front());
  std::size_t best = trees_are_better ? values.size() - 1 : 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::size_t share = trees_are_better ? values.size() - 1 - i : i;
    if (metric.is_better(values[share], values[best])) best = share;
  }
  return best;
}

std::optional<std::pair<Blend, std::vector<double>>> best_blend(
    const BlendParts& parts, const MeasureEntry& metric, std::uint64_t seed,
    const std::function<Evaluation(std::span<const double>)>& evaluated) {
  const double linear_deviation = score_deviation(parts.queries, parts.linear);
  const double tree_deviation = score_deviation(parts.queries, parts.trees);
  if (!(linear_deviation > 0.0 && tree_deviation > 0.0)) return std::nullopt;
  std::vector<Blend> blends;
  std::vector<std::vector<double>> scores;
  std::vector<Evaluation> evaluations;
  std::vector<double> means;
  for (int tenths = 0; tenths <= 10; ++tenths) {
    const double share = tenths / 10.0;
    const Blend& own = blends.emplace_back(Blend{.share = share,
                                                 .linear_factor = (1.0 - share) / linear_deviation,
                                                 .tree_factor = share / tree_deviation});
    std::vector<double>& blended = scores.emplace_back(parts.linear.size());
    for (std::size_t row = 0; row < blended.size(); ++row) {
      blended[row] = own.linear_factor * parts.linear[row] + own.tree_factor * parts.trees[row];
    }
    evaluations.push_back(evaluated(blended));
    means.push_back(evaluations.back().mean.front());
  }
  const std::size_t best = best_share(means, metric);
  const bool trees_are_better = metric.is_better(means.back(), means.front());
  const Evaluation& single = trees_are_better ? evaluations.back() : evaluations.front();
  Blend& found = blends[best];
  found.value = means[best];
  found.single = single.mean.front();
  std::vector<double> differences;
  for (std::size_t q = 0; q < single.value.front().size(); ++q) {
    const double difference = evaluations[best].value.front()[q] - single.value.front()[q];
    if (!std::isnan(difference)) differences.push_back(difference);
  }
  if (found.has_both()) found.interval = mean_interval(differences, {}, {}, seed);
  return std::pair(std::move(found), std::move(scores[best]));
}

TreeEnsemble blended_model(const Blend& blend, const ModelKind& linear, TreeEnsemble trees) {
  expects(!trees.start, "trees by themselves");
  trees.base *= blend.tree_factor;
  trees.rate *= blend.tree_factor;
  const double factor = blend.linear_factor;
  trees.start = std::make_shared<const NamedRanker>(
      NamedRanker{blend.linear, mixed_model(std::span(&linear, 1), std::span(&factor, 1))});
  return trees;
}

}  // namespace podium
