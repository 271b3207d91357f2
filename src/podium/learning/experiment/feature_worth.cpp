#include "podium/learning/experiment/feature_worth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/experiment/retraining.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {

namespace {

/// The measure's value for every query, by the truth that the model's training record names.
class QueryValues {
 public:
  QueryValues(const RankingModel& model, const Dataset& data, const MetricPlan& measure)
      : data_(with_truth_for(measure.metric, data, parse_truth_setting(model.training.truth),
                             model.training.seed)),
        measure_(measure) {}

  std::vector<double> operator()(std::span<const double> scores) const {
    return evaluate(scored_queries(data_, scores), std::span(&measure_.metric, 1),
                    *measure_.profile, measure_.ties)
        .value[0];
  }

 private:
  Dataset data_;
  MetricPlan measure_;
};

/// Queries that the measure skips have no value, with or without a feature.
std::vector<double> without_skipped(std::span<const double> values) {
  std::vector<double> kept;
  std::ranges::copy_if(values, std::back_inserter(kept), [](double v) { return !std::isnan(v); });
  return kept;
}

double mean_of(std::span<const double> values) {
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : std::accumulate(values.begin(), values.end(), 0.0) /
                              static_cast<double>(values.size());
}

/// `loss` is that of each query.
FeatureWorth worth_of(std::size_t feature, std::vector<double> loss, const MetricPlan& measure,
                      double alpha) {
  const double sign = measure.metric.entry().smaller_is_better ? -1.0 : 1.0;
  for (double& value : loss) value *= sign;
  loss = without_skipped(loss);
  FeatureWorth result{.feature = feature, .worth = mean_of(loss), .interval = {}};
  if (loss.size() >= 2) {
    result.interval = clipped(paired_t_test(loss, alpha).interval,
                              range_of_differences(range_of_measure(measure.metric.name())));
  }
  return result;
}

WorthReport report_of(std::span<const double> values) {
  const std::vector<double> kept = without_skipped(values);
  return {.value = mean_of(kept), .queries = kept.size(), .features = {}};
}

/// The columns of a feature: its own, and that of its sets, which come behind all features.
std::vector<std::size_t> columns_of(const FeatureSet& features, std::size_t feature) {
  std::vector<std::size_t> columns = {feature};
  const std::string sets = features.name(feature) + std::string(set_suffix);
  const auto found = std::ranges::find(features.names, sets);
  if (found != features.names.end()) {
    columns.push_back(static_cast<std::size_t>(found - features.names.begin()));
  }
  return columns;
}

/// Shuffles some features of the documents of a query, all in the same way.
void shuffle_features(std::span<float> values, std::size_t columns,
                      std::span<const std::size_t> shuffled, RandomStream& random) {
  for (std::size_t i = values.size() / columns; i > 1; --i) {
    const std::size_t other = random.below(i);
    for (const std::size_t f : shuffled) {
      std::swap(values[(i - 1) * columns + f], values[other * columns + f]);
    }
  }
}

/// Row scores with the columns of a feature shuffled. All steps of a preparation treat the features
/// one by one, so that prepared values are shuffled as raw ones would be.
std::vector<double> shuffled_scores(const ModelKind& kind, const Dataset& prepared,
                                    std::span<const std::size_t> shuffled,
                                    const std::string& purpose, std::uint64_t seed) {
  std::vector<double> scores(prepared.row_count());
  QueryBlocks(prepared).for_each([&](std::size_t query, Workspace& workspace) {
    const QueryView view = prepared[query];
    const std::size_t columns = view.features.columns();
    const auto values = workspace.take<float>(view.size() * columns);
    view.features.copy_to(values);
    RandomStream random(seed, view.id, purpose);
    shuffle_features(values, columns, shuffled, random);
    const auto own = std::span(scores).subspan(view.first_row, view.size());
    std::visit([&](const auto& one) { one.score({values, columns}, own, workspace); }, kind);
  });
  return scores;
}

/// The data with a feature that says nothing: 0 in every document.
Dataset without_feature(const Dataset& data, std::size_t feature) {
  if (data.query_count() == 0) return data;
  const auto blank = [&](std::size_t /*query*/, std::size_t f, std::span<double> values) {
    if (f == feature) std::ranges::fill(values, 0.0);
  };
  return transform_features(data, {.apply = blank, .moved_zeros = {}});
}

/// The options to train a model of this kind again: of a tuned one, those that count most in it.
/// The baseline alone has none: where it is the whole model, those of the first point are taken.
OptionText retraining_options(const RankingModel& model) {
  const std::optional<TuningRecord>& tuning = model.training.tuning;
  if (!tuning) return model.training.options;
  const TuningPoint* most = nullptr;
  for (const TuningPoint& point : tuning->points) {
    if (point.is_baseline || point.algorithm != model.training.algorithm) continue;
    if (most == nullptr || point.weight > most->weight) most = &point;
  }
  return most == nullptr ? model.training.options : merged(model.training.options, most->options);
}

/// The baseline of a tuned model has no penalty when it is trained again, either.
RunOptions retraining_run(const RankingModel& model) {
  RunOptions run;
  const std::optional<TuningRecord>& tuning = model.training.tuning;
  if (!tuning || tuning->baseline.empty()) return run;
  const FeatureSet& features = model.preparation.features;
  for (std::size_t f = 0; f < features.count; ++f) {
    if (features.name(f) == tuning->baseline) run.unpenalised.push_back(f);
  }
  return run;
}

/// The row scores of the test data by a model that is trained as `record` says.
std::vector<double> retrained_scores(const RankingModel& model, const RetrainingData& data,
                                     const MetricPlan& measure) {
  const PreparationPlan plan = retraining_plan(model);
  const PreparedTraining training =
      data.vali.query_count() == 0
          ? PreparedTraining(plan, data.train)
          : PreparedTraining(plan, data.train, data.vali,
                             model.training.validation
                                 ? MetricPlan{parse_measure(model.training.validation->metric,
                                                            *measure.profile, data.definitions),
                                              measure.profile, measure.ties}
                                 : measure);
  return score(
      train(model.training.algorithm, retraining_options(model), training, retraining_run(model))
          .model,
      data.test);
}

}  // namespace

WorthReport permutation_worth(const RankingModel& model, const Dataset& data,
                              const MetricPlan& measure, const WorthOptions& options,
                              const RunProgressSink& progress) {
  expects(options.repeats > 0, "at least one shuffle");
  const Dataset ready = prepared(model.preparation, data);
  const QueryValues values_of(model, data, measure);
  const std::vector<double> with = values_of(score(model.kind, ready));
  WorthReport report = report_of(with);
  const FeatureSet& features = model.preparation.features;
  const std::size_t count = without_set_features(features).count;
  for (std::size_t f = 0; f < count; ++f) {
    const std::vector<std::size_t> columns = columns_of(features, f);
    std::vector<double> loss(with.size());  // of differences: exactly 0 where nothing changes
    for (std::size_t r = 0; r < options.repeats; ++r) {
      const std::string purpose = "shuffle of feature " + to_text(f) + ", " + to_text(r);
      const std::vector<double> values =
          values_of(shuffled_scores(model.kind, ready, columns, purpose, options.seed));
      for (std::size_t q = 0; q < loss.size(); ++q) loss[q] += with[q] - values[q];
    }
    for (double& value : loss) value /= static_cast<double>(options.repeats);
    report.features.push_back(worth_of(f, std::move(loss), measure, options.alpha));
    if (progress && !progress({f + 1, count})) break;
  }
  return report;
}

WorthReport drop_one_worth(const RankingModel& model, const RetrainingData& data,
                           std::span<const std::size_t> features, const MetricPlan& measure,
                           const WorthOptions& options, const RunProgressSink& progress) {
  // Columns in the order of the model, so that a feature has the same place everywhere. Its sets
  // are made again.
  const FeatureSet set = without_set_features(model.preparation.features);
  const RetrainingData own{
      .train = with_feature_set(data.train, set),
      .vali = data.vali.query_count() == 0 ? data.vali : with_feature_set(data.vali, set),
      .test = with_feature_set(data.test, set),
      .definitions = data.definitions};
  const QueryValues values_of(model, own.test, measure);
  const std::vector<double> with = values_of(retrained_scores(model, own, measure));
  WorthReport report = report_of(with);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::size_t f = features[i];
    const RetrainingData less{.train = without_feature(own.train, f),
                              .vali = without_feature(own.vali, f),
                              .test = without_feature(own.test, f),
                              .definitions = own.definitions};
    std::vector<double> loss(with.size(), std::numeric_limits<double>::quiet_NaN());
    std::string problem;
    try {
      const std::vector<double> values = values_of(retrained_scores(model, less, measure));
      for (std::size_t q = 0; q < loss.size(); ++q) loss[q] = with[q] - values[q];
    } catch (const NumericError& error) {  // nothing to learn is left
      problem = error.what();
    }
    report.features.push_back(worth_of(f, std::move(loss), measure, options.alpha));
    report.features.back().problem = std::move(problem);
    if (progress && !progress({i + 1, features.size()})) break;
  }
  return report;
}

}  // namespace podium
