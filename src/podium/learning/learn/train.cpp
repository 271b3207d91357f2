#include "podium/learning/learn/train.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/learn/objective.hpp"
#include "podium/learning/model/fingerprint.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {

namespace {

constexpr std::string_view own_loss = "own loss";

void check_own_loss(std::string_view algorithm, const OptionText& options,
                    const PreparedTraining& data) {
  check_takes_loss(algorithm, options);
  if (data.pairs()) throw UsageError("an own loss sees labels; found pairs of documents instead");
}

/// Weights of rows that are all the same change nothing that could be overlooked.
void refuse_row_weights(std::string_view algorithm, const Dataset& train) {
  const std::span<const float> weight = train.columns().row_weight;
  if (std::ranges::adjacent_find(weight, std::not_equal_to()) == weight.end()) return;
  throw UsageError(fmt::format(
      "{} cannot use row weights; found rows of different weight, expected none", algorithm));
}

/// Weights of inputs that were 0 in training are as they were drawn.
void clear_sets(NetworkModel& network, const FeatureSet& features) {
  for (std::size_t f = 0; f < features.names.size(); ++f) {
    if (!is_set_feature(features.names[f])) continue;
    for (std::size_t unit = 0; unit < network.scorer.hidden; ++unit) {
      network.w[unit * network.scorer.features + f] = 0.0;
    }
  }
}

NamedRanker checked_start(const RankingModel& start, const AlgorithmEntry& entry,
                          const PreparedTraining& data) {
  const std::size_t features =
      std::visit([](const auto& model) { return model.feature_count(); }, start.kind);
  if (features != data.train().feature_count()) {
    throw UsageError(fmt::format("start: found a model of {} features, expected {}", features,
                                 data.train().feature_count()));
  }
  // Parameters and data meet column by column.
  if (!std::ranges::is_sorted(
          matching_features(start.preparation.features, data.preparation().features))) {
    throw UsageError(
        "start: found the features of the data in another order than the model's, expected the "
        "same");
  }
  if (entry.algorithm->keeps_start() && start.preparation != data.preparation()) {
    throw UsageError(fmt::format(
        "start: found a model with another preparation of features than the data's, expected the "
        "same: the model stays a part of that of {}",
        entry.name));
  }
  return {start.training.algorithm, start.kind};
}

}  // namespace

PreparedTraining::PreparedTraining(const PreparationPlan& plan, const Dataset& train)
    : plan_(plan),
      fingerprint_(data_fingerprint(train)),
      seen_{{false, query_fingerprint(train)}},
      highest_label_(podium::highest_label(train)),
      fitted_(fit_preparation(plan, train)) {}

PreparedTraining::PreparedTraining(const PreparationPlan& plan, const Dataset& train,
                                   const Dataset& vali, const MetricPlan& metric)
    : PreparedTraining(plan, train) {
  seen_.push_back({true, query_fingerprint(vali)});
  vali_ = prepared(preparation(), vali);
  highest_label_ = std::max(highest_label_, podium::highest_label(vali));
  const Dataset measured = metric.skips_blank ? without_blank_queries(vali_) : vali_;
  validation_ = HeldOut{with_truth_for(metric.metric, measured, plan.truth, plan.seed),
                        metric.metric.with_top_grade(highest_label_), metric.profile, metric.ties,
                        metric.lists};
}

const Dataset& PreparedTraining::train_without_sets() const {
  std::vector<bool> is_set;
  for (const std::string& name : preparation().features.names)
    is_set.push_back(is_set_feature(name));
  if (std::ranges::find(is_set, true) == is_set.end()) return train();
  std::call_once(without_sets_->once, [&] {
    const auto clear = [&](std::size_t /*query*/, std::size_t feature, std::span<double> values) {
      if (is_set[feature]) std::ranges::fill(values, 0.0);
    };
    without_sets_->data = transform_features(train(), {.apply = clear, .moved_zeros = {}});
  });
  return without_sets_->data;
}

void PreparedTraining::use_pairs(QueryPairs pairs) {
  expects(pairs.size() == train().query_count(), "pairs for each query");
  expects(!pairs_, "pairs are given once");
  fingerprint_ += ", pairs " + pairs_fingerprint(pairs);
  pairs_ = std::make_shared<const QueryPairs>(std::move(pairs));
}

std::string run_identity(std::string_view algorithm, const OptionText& options,
                         const PreparedTraining& data, const RankingModel* start, double lambda) {
  std::string identity(algorithm);
  for (const auto& [name, value] : find_algorithm(algorithm).with_defaults(options)) {
    identity += fmt::format(" {}={}", name, value);
  }
  const PreparationPlan& plan = data.plan();
  identity +=
      fmt::format("; truth {}, fill {}, seed {}, data {}", to_text(plan.truth),
                  to_text(data.preparation().fill), plan.seed, data_fingerprint(data.train()));
  if (data.validation()) {
    identity +=
        fmt::format("; {} by {} on {}{}", data.validation()->metric.name(),
                    data.validation()->profile->name, data_fingerprint(data.validation()->data),
                    data.validation()->lists == ListRule::condensed ? ", condensed" : "");
  }
  if (data.pairs()) identity += "; pairs " + pairs_fingerprint(*data.pairs());
  if (lambda > 0.0) identity += fmt::format("; lambda {}", lambda);
  if (start != nullptr) identity += fmt::format("; from {:016x}", fnv1a64(to_json(*start)));
  return identity;
}

OptionText recorded_options(const OptionText& options, const OwnLoss* loss) {
  if (loss == nullptr) return options;
  return merged(options, {{"loss", std::string(own_loss)}});
}

TrainedModel train(std::string_view algorithm, const OptionText& options,
                   const PreparedTraining& data, const RunOptions& run) {
  const AlgorithmEntry& entry = find_algorithm(algorithm);
  const PreparationPlan& plan = data.plan();
  if (data.pairs()) check_takes_pairs(algorithm);
  if (!entry.accepts_missing(options)) {
    refuse_missing(data.train());
    refuse_missing(data.vali());
    // Those that only compare values with thresholds take any; others compute with them.
    refuse_large(data.train());
    refuse_large(data.vali());
  }
  if (run.loss != nullptr) check_own_loss(algorithm, options, data);
  if (!(run.loss != nullptr ? run.loss->weighs_documents() : entry.weighs_documents(options))) {
    refuse_row_weights(run.loss != nullptr ? own_loss : algorithm, data.train());
  }
  const Dataset& train =
      entry.algorithm->splits_sets(options) ? data.train() : data.train_without_sets();
  TrainingTask task{.train = train,
                    .pairs = data.pairs(),
                    .loss = run.loss,
                    .validation = data.validation(),
                    .unpenalised = run.unpenalised,
                    .seed = plan.seed,
                    .progress = run.progress,
                    .checkpoint = run.checkpoint,
                    .bins = run.bins};
  if (run.lambda > 0.0) {
    check_takes_second_objective(algorithm);
    const Dataset second = judged_part(with_second_truth(train));
    task.second = {with_setting(second, plan.truth, plan.seed, {.all_tied = AllTied::stays_tied}),
                   run.lambda};
  }
  if (run.start != nullptr) task.start = checked_start(*run.start, entry, data);
  OptionText all = entry.with_defaults(options);
  std::vector<std::string> remarks;
  if (all.contains("objective")) {
    entry.check(options);
    remarks = resolve_objective(all, data.train(), data.highest_label());
  }
  TrainingResult result = entry.algorithm->train(task, all);
  if (auto* const network = std::get_if<NetworkModel>(&result.kind)) {
    clear_sets(*network, data.preparation().features);
  }
  if (run.start != nullptr && !run.start->calibration.grades.empty()) {
    remarks.emplace_back(
        "the probabilities of the model to start from are left out: the scores are others now");
  }
  result.summary.remarks.insert(result.summary.remarks.begin(), remarks.begin(), remarks.end());

  TrainingRecord record{.algorithm = std::string(algorithm),
                        .options = recorded_options(options, run.loss),
                        .truth = to_text(plan.truth),
                        .seed = plan.seed,
                        .data = data.fingerprint(),
                        .podium_version = std::string(version()),
                        .iterations = result.summary.best_iteration,
                        .stop = result.summary.stop,
                        .seen = data.seen(),
                        .ranges = data.ranges()};
  if (run.start != nullptr) {
    const std::vector<SeenData>& before = run.start->training.seen;
    std::ranges::copy_if(before, std::back_inserter(record.seen), [&](const SeenData& seen) {
      return std::ranges::find(data.seen(), seen) == data.seen().end();
    });
  }
  if (result.summary.validation) {
    record.validation = {data.validation()->metric.name(), *result.summary.validation};
  }
  return {{std::move(result.kind), data.preparation(), std::move(record)},
          std::move(result.summary)};
}

}  // namespace podium
