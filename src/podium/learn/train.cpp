#include "podium/learn/train.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/random.hpp"
#include "podium/base/text.hpp"
#include "podium/base/version.hpp"
#include "podium/data/relabel.hpp"
#include "podium/model/fingerprint.hpp"
#include "podium/model/model_file.hpp"

namespace podium {

namespace {

/// Beyond this, squares and sums of features lose what the other features say.
constexpr float largest_feature = 1e15F;

void check_magnitudes(const Dataset& data) {
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView view = data[q];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto row = view.features[doc];
      for (std::size_t feature = 0; feature < row.size(); ++feature) {
        if (!(std::abs(row[feature]) > largest_feature)) continue;
        throw NumericError(fmt::format(
            "query {}, document {}, feature {}: found {:g}, expected a value within {:g} of 0; "
            "normalise the features or leave this one out",
            in_quotes(view.id), in_quotes(data.document_id(view.first_row + doc)),
            in_quotes(data.feature_name(feature)), row[feature], largest_feature));
      }
    }
  });
}

}  // namespace

Evaluation evaluate_scores(const Dataset& data, std::span<const double> scores,
                           std::span<const Measure> measures, const MetricPlan& conventions,
                           const PreparationPlan& plan) {
  std::vector<Measure> plain;
  std::vector<Measure> ordered;
  for (const Measure& measure : measures) {
    (measure.entry().needs_order ? ordered : plain).push_back(measure);
  }
  const auto on = [&](const Dataset& truth, std::span<const Measure> some) {
    return evaluate(scored_queries(truth, scores), some, *conventions.profile, conventions.ties);
  };
  Evaluation result = on(data, plain);
  if (ordered.empty()) return result;
  Evaluation more = on(with_setting(data, plan.truth, plan.seed), ordered);
  std::ranges::move(more.measure, std::back_inserter(result.measure));
  std::ranges::move(more.value, std::back_inserter(result.value));
  std::ranges::move(more.mean, std::back_inserter(result.mean));
  return result;
}

PreparedTraining::PreparedTraining(const PreparationPlan& plan, const Dataset& train)
    : plan_(plan),
      fingerprint_(data_fingerprint(train)),
      preparation_{.features = feature_set_of(train), .fill = plan.fill} {
  Dataset ready = prepared(preparation_, train);
  if (plan.normaliser) {
    preparation_.normaliser = Normaliser::fit(*plan.normaliser, ready);
    ready = preparation_.normaliser->apply(ready);
  }
  train_ = with_setting(ready, plan.truth, plan.seed, {.all_tied = AllTied::stays_tied});
  check_magnitudes(train_);
}

PreparedTraining::PreparedTraining(const PreparationPlan& plan, const Dataset& train,
                                   const Dataset& vali, const MetricPlan& metric)
    : PreparedTraining(plan, train) {
  vali_ = prepared(preparation_, vali);
  check_magnitudes(vali_);
  const bool needs_order = metric.metric.entry().needs_order;
  validation_ = HeldOut{needs_order ? with_setting(vali_, plan.truth, plan.seed) : vali_,
                        metric.metric, metric.profile, metric.ties};
}

std::string run_identity(std::string_view algorithm, const OptionText& options,
                         const PreparedTraining& data, const RankingModel* start) {
  std::string identity(algorithm);
  for (const auto& [name, value] : find_algorithm(algorithm).with_defaults(options)) {
    identity += fmt::format(" {}={}", name, value);
  }
  const PreparationPlan& plan = data.plan();
  identity += fmt::format("; truth {}, fill {}, seed {}, data {}", to_text(plan.truth),
                          to_text(plan.fill), plan.seed, data_fingerprint(data.train()));
  if (data.validation()) {
    identity +=
        fmt::format("; {} by {} on {}", data.validation()->metric.name(),
                    data.validation()->profile->name, data_fingerprint(data.validation()->data));
  }
  if (start != nullptr) identity += fmt::format("; from {:016x}", fnv1a64(to_json(*start)));
  return identity;
}

TrainedModel train(std::string_view algorithm, const OptionText& options,
                   const PreparedTraining& data, const TrainingSeams& seams) {
  const AlgorithmEntry& entry = find_algorithm(algorithm);
  const PreparationPlan& plan = data.plan();
  if (!entry.accepts_missing(options)) {
    refuse_missing(data.train());
    refuse_missing(data.vali());
  }
  TrainingTask task{.train = data.train(),
                    .validation = data.validation(),
                    .seed = plan.seed,
                    .progress = seams.progress,
                    .checkpoint = seams.checkpoint};
  if (seams.start != nullptr) {
    const std::size_t features =
        std::visit([](const auto& model) { return model.feature_count(); }, seams.start->kind);
    if (features != data.train().feature_count()) {
      throw UsageError(fmt::format("start: found a model of {} features, expected {}", features,
                                   data.train().feature_count()));
    }
    task.start = seams.start->kind;
  }
  TrainingResult result = entry.train(task, entry.with_defaults(options));

  TrainingRecord record{.algorithm = std::string(algorithm),
                        .options = options,
                        .truth = to_text(plan.truth),
                        .seed = plan.seed,
                        .data = data.fingerprint(),
                        .podium_version = std::string(version()),
                        .iterations = result.summary.best_iteration,
                        .stop = result.summary.stop};
  if (result.summary.validation) {
    record.validation = {data.validation()->metric.name(), *result.summary.validation};
  }
  return {{std::move(result.kind), data.preparation(), std::move(record)},
          std::move(result.summary)};
}

}  // namespace podium
