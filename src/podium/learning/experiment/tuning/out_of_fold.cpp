#include "podium/learning/experiment/tuning/out_of_fold.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/experiment/retraining.hpp"
#include "podium/learning/experiment/tuning/cell_trials.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium {

namespace {

constexpr double nearly = 0.01;  ///< of the deviation of scores

/// The trainings that one function of a model is made of, and how much each counts.
struct Trainings {
  std::string algorithm;
  std::vector<GridCell> cells;
  std::vector<double> weights;
};

/// The functions whose scores a model adds up; trees come last.
std::vector<ModelKind> functions_of(const ModelKind& kind) {
  const auto* trees = std::get_if<TreeEnsemble>(&kind);
  if (trees == nullptr || !trees->start) return {kind};
  TreeEnsemble alone = *trees;
  alone.start.reset();
  return {trees->start->kind, std::move(alone)};
}

/// The options of a training whose length validation data chose: now they give it.
OptionText options_of(const TrainingRecord& record) {
  OptionText options = record.options;
  if (!record.validation || record.tuning) return options;
  const std::vector<OptionInfo> known = find_algorithm(record.algorithm).options();
  const bool has_rounds = std::ranges::count(known, "rounds", &OptionInfo::name) > 0;
  options[has_rounds ? "rounds" : "iterations"] = to_text(record.iterations);
  return options;
}

/// What the record says of the functions, in the order of functions_of().
std::vector<Trainings> trainings_of(const TrainingRecord& record) {
  if (!record.tuning) {
    return {{record.algorithm, {{record.algorithm, options_of(record)}}, {1.0}}};
  }
  std::vector<Trainings> all;
  for (const TuningPoint& point : record.tuning->points) {
    if (!(point.weight > 0.0)) continue;
    auto own = std::ranges::find(all, point.algorithm, &Trainings::algorithm);
    if (own == all.end()) own = all.insert(own, {point.algorithm, {}, {}});
    // The options of the record are those of its algorithm.
    const bool is_recorded = point.algorithm == record.algorithm;
    own->cells.push_back({point.algorithm,
                          is_recorded ? merged(record.options, point.options) : point.options, 0,
                          point.is_baseline});
    own->weights.push_back(point.weight);
  }
  std::ranges::stable_sort(all, {}, [](const Trainings& own) {
    return find_algorithm(own.algorithm).algorithm->keeps_start();
  });
  return all;
}

TunePlan plan_of(const RankingModel& model) {
  const Profile& profile = find_profile("standard");
  const auto& tuning = model.training.tuning;
  return {.preparation = retraining_plan(model),
          .metric = {parse_measure("ndcg@10", profile), &profile, profile.ties},  // not used
          .baseline = tuning ? tuning->baseline : ""};
}

void check_model(const RankingModel& model, const Dataset& train) {
  const TrainingRecord& record = model.training;
  (void)retraining_plan(model);  // refuses what it cannot express
  if (serving_of(model) == Serving::queries || needs_baseline_file(model)) {
    throw UsageError(
        "found a model whose scores depend on the whole query, which have no level that a "
        "probability could follow; expected one that scores documents alone: train with "
        "'--normalise zscore', without toprank, and without a --baseline of a run or scores");
  }
  if (!is_comparable(record.data)) {
    throw UsageError(
        "found a model without a checksum of its training data that this version compares, such as "
        "an imported one or one of an earlier version; expected one that this version trained, "
        "which can be trained again on parts of its data");
  }
  if (const std::string found = data_fingerprint(train); found != record.data) {
    throw UsageError(
        fmt::format("found data with the checksum {}, expected {}: the data that the model was "
                    "trained on, read with the same flags",
                    found, record.data));
  }
}

/// Trains the functions of a model on several data sets.
class Refits {
 public:
  Refits(const RankingModel& model, const Dataset& train, const RunProgressSink& progress)
      : trainings_(trainings_of(model.training)),
        plan_(plan_of(model)),
        run_(progress),
        trials_(plan_, train, log_, run_),
        train_(train) {}

  std::optional<OutOfFold> run(const RankingModel& model);

 private:
  ModelKind fitted(const Trainings& trainings, const PreparedTraining& data);
  void measure(const std::vector<ModelKind>& own, const PreparedTraining& data);

  std::vector<Trainings> trainings_;
  TunePlan plan_;
  CellRun run_;
  CellLog<CellScores> log_;
  CellTrials trials_;
  const Dataset& train_;
  std::vector<double> deviations_;  ///< of the functions of the model, on its training data
};

/// Nobody looks at the result of a run that has ended.
ModelKind Refits::fitted(const Trainings& trainings, const PreparedTraining& data) {
  std::vector<ModelKind> kinds(trainings.cells.size());
  std::vector<MixturePart> parts(kinds.size());
  run_.run(kinds.size(), [&](std::size_t i) {
    if (!run_.may_go_on(i)) return;
    kinds[i] =
        trials_.train(trainings.cells[i], data, [&] { return run_.may_go_on(i); }).model.kind;
    parts[i] = {trainings.weights[i], score_deviation(data.train(), score(kinds[i], data.train()))};
    run_.count();
  });
  if (run_.has_ended()) return kinds.front();
  return mixed_model(kinds, mixture_factors(parts));
}

/// Takes the deviations of the model's functions, and compares these with those that its record
/// gives.
void Refits::measure(const std::vector<ModelKind>& own, const PreparedTraining& data) {
  const Dataset& rows = data.train();
  bool is_same = own.size() == trainings_.size();
  for (std::size_t k = 0; is_same && k < own.size(); ++k) {
    const ModelKind again = fitted(trainings_[k], data);
    if (run_.has_ended()) return;
    const auto width = [](const auto& kind) { return kind.feature_count(); };
    is_same = std::visit(width, own[k]) == rows.feature_count();
    if (!is_same) break;
    const std::vector<double> expected = score(own[k], rows);
    const std::vector<double> found = score(again, rows);
    const double unit = score_deviation(rows, expected);
    const double found_unit = score_deviation(rows, found);
    deviations_.push_back(unit);
    for (std::size_t row = 0; row < found.size() && unit > 0.0; ++row) {
      is_same = is_same && std::abs(found[row] / found_unit - expected[row] / unit) <= nearly;
    }
  }
  if (is_same) return;
  throw UsageError(
      "found a model that its record does not give again: it was trained with --start, --pairs, a "
      "loss or measure of one's own, or another version; expected one that can be trained again "
      "on parts of its data");
}

std::optional<OutOfFold> Refits::run(const RankingModel& model) {
  const std::vector<TuneFold> folds = inner_tune_folds(train_, plan_.preparation.seed);
  std::size_t cells = 0;
  for (const Trainings& own : trainings_) cells += own.cells.size();
  run_.expect(cells * (folds.size() + 1));
  measure(functions_of(model.kind), PreparedTraining(plan_.preparation, train_));
  OutOfFold result;
  QueryList queries;
  for (const TuneFold& fold : folds) {
    if (run_.has_ended()) return std::nullopt;
    const auto ready = prepared_fold(plan_.preparation, train_, fold);
    const Dataset& seen = ready->training.train();
    std::vector<double> scores(ready->held_out.row_count());
    for (std::size_t k = 0; k < trainings_.size(); ++k) {
      const ModelKind kind = fitted(trainings_[k], ready->training);
      if (run_.has_ended()) return std::nullopt;
      const double deviation = score_deviation(seen, score(kind, seen));
      const double factor = deviation > 0.0 ? deviations_[k] / deviation : 1.0;
      const std::vector<double> own = score(kind, ready->held_out);
      for (std::size_t row = 0; row < own.size(); ++row) scores[row] += factor * own[row];
    }
    result.scores.insert(result.scores.end(), scores.begin(), scores.end());
    queries.insert(queries.end(), fold.held_out.begin(), fold.held_out.end());
  }
  result.queries = take_queries(train_, queries);
  return result;
}

}  // namespace

std::optional<OutOfFold> out_of_fold(const RankingModel& model, const Dataset& train,
                                     const RunProgressSink& progress) {
  if (needs_baseline_file(model)) check_model(model, train);
  const Dataset data = with_baseline_feature(model, train);
  check_model(model, data);
  return Refits(model, data, progress).run(model);
}

}  // namespace podium
