#include "podium/experiment/tuning/single_feature.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/base/parallel.hpp"
#include "podium/experiment/tuning/tune_plan.hpp"
#include "podium/prepare/transform.hpp"

namespace podium {

namespace {

constexpr std::size_t most_features = 1000;

std::vector<double> values_of(const Dataset& data, std::size_t feature) {
  std::vector<double> values;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      values.push_back(double{query.features[doc][feature]});
    }
  }
  return values;
}

}  // namespace

std::optional<std::size_t> best_single_feature(const Dataset& data, const PreparationPlan& plan,
                                               const MetricPlan& metric) {
  if (data.feature_count() == 0 || data.feature_count() > most_features) return std::nullopt;
  const Dataset complete = fit_features(plan, data).train;
  MetricPlan blind = metric;
  blind.ties = metric.metric.entry().averages_ties ? TieRule::expected : TieRule::worst;
  std::vector<std::optional<double>> worth(complete.feature_count());
  parallel_for(worth.size(), [&](std::size_t feature) {
    const std::vector<double> values = values_of(complete, feature);
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) return;
    worth[feature] =
        evaluate_scores(complete, values, std::span(&blind.metric, 1), blind, plan.truth, plan.seed)
            .mean.front();
  });
  std::optional<std::size_t> best;
  for (std::size_t feature = 0; feature < worth.size(); ++feature) {
    if (!worth[feature] || std::isnan(*worth[feature])) continue;
    if (!best || metric.metric.entry().is_better(*worth[feature], *worth[*best])) best = feature;
  }
  return best;
}

std::optional<std::size_t> baseline_feature_of(std::string_view named, const Dataset& data,
                                               const PreparationPlan& plan,
                                               const MetricPlan& metric) {
  if (named.empty()) return std::nullopt;
  if (named == best_feature) return best_single_feature(data, plan, metric);
  return find_feature(data, named);
}

}  // namespace podium
