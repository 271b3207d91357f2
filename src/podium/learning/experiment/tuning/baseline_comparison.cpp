#include "podium/learning/experiment/tuning/baseline_comparison.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"
#include "podium/learning/experiment/statistics/randomisation.hpp"

namespace podium {

BaselineComparison compare_with_baseline(const Tuning& tuning, const MetricPlan& metric,
                                         const TruthSetting& truth, std::uint64_t seed) {
  expects(!tuning.baseline_scores.empty(), "a baseline");
  const auto values_of = [&](std::span<const double> scores) {
    return evaluate_scores(tuning.held_out, scores, std::span(&metric.metric, 1), metric, truth,
                           seed);
  };
  const Evaluation baseline = values_of(tuning.baseline_scores);
  const Evaluation model = values_of(tuning.scores);
  std::vector<double> differences;
  for (std::size_t q = 0; q < model.value.front().size(); ++q) {
    const double difference = model.value.front()[q] - baseline.value.front()[q];
    if (!std::isnan(difference)) differences.push_back(difference);
  }
  BaselineComparison comparison{.metric = model.measure.front(),
                                .queries = differences.size(),
                                .baseline = baseline.mean.front(),
                                .model = model.mean.front(),
                                .difference = model.mean.front() - baseline.mean.front(),
                                .interval = {},
                                .power = {}};
  if (differences.size() < 2) return comparison;
  const TestOutcome test = randomisation_test(differences, {}, seed);
  comparison.interval = clipped(mean_interval(differences, {}, {}, seed),
                                range_of_differences(range_of_measure(metric.metric.name())));
  comparison.p = test.p_two_sided;
  comparison.p_is_bound = test.is_at_floor();
  comparison.power = queries_to_settle(differences);
  return comparison;
}

}  // namespace podium
