#include "podium/learning/experiment/tuning/single_feature.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"

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

/// Ranks data by single features.
class FeatureRanker {
 public:
  FeatureRanker(const Dataset& data, const PreparationPlan& plan, const MetricPlan& metric)
      : complete_(fit_features(plan, data).train), plan_(plan), metric_(metric) {
    metric_.ties = metric.metric.entry().averages_ties ? TieRule::expected : TieRule::worst;
  }

  std::size_t feature_count() const { return complete_.feature_count(); }

  /// The metric of the feature's descending values; none when a value is missing.
  std::optional<double> value(std::size_t feature, double factor = 1.0) const {
    std::vector<double> values = values_of(complete_, feature);
    for (double& one : values) {
      if (std::isnan(one)) return std::nullopt;
      one *= factor;
    }
    return evaluate_scores(complete_, values, std::span(&metric_.metric, 1), metric_, plan_.truth,
                           plan_.seed)
        .mean.front();
  }

 private:
  Dataset complete_;
  const PreparationPlan& plan_;
  MetricPlan metric_;
};

}  // namespace

std::optional<std::size_t> best_single_feature(const Dataset& data, const PreparationPlan& plan,
                                               const MetricPlan& metric) {
  if (data.feature_count() == 0 || data.feature_count() > most_features) return std::nullopt;
  const FeatureRanker ranker(data, plan, metric);
  // Sets of categories, which come behind the features of the data, have no order.
  std::vector<std::optional<double>> worth(data.feature_count());
  parallel_for(worth.size(), [&](std::size_t feature) { worth[feature] = ranker.value(feature); });
  std::optional<std::size_t> best;
  for (std::size_t feature = 0; feature < worth.size(); ++feature) {
    if (!worth[feature] || std::isnan(*worth[feature])) continue;
    if (!best || metric.metric.entry().is_better(*worth[feature], *worth[*best])) best = feature;
  }
  return best;
}

std::vector<double> single_feature_values(const Dataset& data, const PreparationPlan& plan,
                                          const MetricPlan& metric) {
  const FeatureRanker ranker(data, plan, metric);
  std::vector<double> values(ranker.feature_count(), std::nan(""));
  parallel_for(values.size(), [&](std::size_t feature) {
    const std::optional<double> down = ranker.value(feature);
    const std::optional<double> up = ranker.value(feature, -1.0);
    if (!down || !up) return;
    values[feature] = metric.metric.entry().is_better(*up, *down) ? *up : *down;
  });
  return values;
}

std::optional<std::size_t> baseline_feature_of(std::string_view named, const Dataset& data,
                                               const PreparationPlan& plan,
                                               const MetricPlan& metric) {
  if (named.empty()) return std::nullopt;
  if (named == best_feature) return best_single_feature(data, plan, metric);
  return find_feature(data, named, "baseline");
}

}  // namespace podium
