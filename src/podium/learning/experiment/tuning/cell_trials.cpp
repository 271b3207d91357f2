#include "podium/learning/experiment/tuning/cell_trials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"

namespace podium {

namespace {

/// Folds that take at most so many bytes together stay prepared between the steps of a grid.
constexpr std::size_t kept_bytes = std::size_t{1} << 28U;

/// The ranking by one feature.
ModelKind single_feature(std::size_t feature, std::size_t features) {
  LinearModel model{{.features = features}, std::vector<double>(features)};
  model.w[feature] = 1.0;
  return model;
}

}  // namespace

std::vector<double> values_by_query(const Evaluation& evaluation, const Dataset& data,
                                    bool skips_blank) {
  std::vector<double> values(data.query_count(), std::nan(""));
  std::size_t next = 0;
  for (std::size_t q = 0; q < values.size(); ++q) {
    const TruthView truth = data[q].truth;
    if (std::ranges::none_of(truth.label, is_judged) || (skips_blank && is_blank(truth))) continue;
    values[q] = evaluation.value.front().at(next++);
  }
  return values;
}

Json CellScores::json() const {
  if (!refused.empty()) return {{"refused", refused}, {"seconds", seconds}};
  return {
      {"scores", scores}, {"deviation", deviation}, {"mixes", can_be_mixed}, {"seconds", seconds}};
}

CellScores CellScores::read(const JsonReader& json) {
  CellScores result{.seconds = json.at("seconds").number()};
  if (const auto refused = json.find("refused")) {
    result.refused = refused->text();
  } else {
    result.scores = json.at("scores").numbers();
    result.deviation = json.at("deviation").number();
    result.can_be_mixed = json.at("mixes").flag();
  }
  return result;
}

CellTrials::CellTrials(const TunePlan& plan, const Dataset& pool, CellLog<CellScores>& log,
                       CellRun& run)
    : plan_(plan),
      pool_(pool),
      log_(log),
      run_(run),
      metric_(with_top_grade(plan.metric, highest_label(pool))),
      baseline_(baseline_feature_of(plan.baseline, pool, plan.preparation, metric_)) {}

double CellTrials::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void CellTrials::keep_runs() {
  keeps_runs_ = true;
  const std::size_t bytes = pool_.row_count() * pool_.feature_count() * sizeof(float);
  keeps_folds_ = bytes * folds_.size() <= kept_bytes;
}

TrainedModel CellTrials::train(const GridCell& cell, const PreparedTraining& data,
                               const std::function<bool()>& may_go_on, RunOptions run) const {
  if (!cell.is_baseline) {
    run.loss = plan_.loss;
    run.lambda = cell.lambda;
    if (!run.progress) run.progress = [&](const TrainingProgress&) { return may_go_on(); };
    if (baseline_) run.unpenalised = {*baseline_};
    return podium::train(cell.algorithm, cell.options, data, run);
  }
  const TrainingRecord record{.truth = to_text(plan_.preparation.truth),
                              .seed = plan_.preparation.seed,
                              .data = data.fingerprint(),
                              .podium_version = std::string(version()),
                              .ranges = data.ranges()};
  return {{single_feature(*baseline_, data.train().feature_count()), data.preparation(), record},
          {.queries = data.train().query_count()}};
}

/// Trains with one more step of a grid, from where the step before it ended.
TrainedModel CellTrials::continued(const GridCell& cell, const PreparedTuneFold& fold,
                                   const std::function<bool()>& may_go_on) {
  const std::size_t rounds =
      parse_number<std::size_t>(cell.options.at("rounds")).value_or(0);  // train() refuses others
  GridCell run_of = cell;
  run_of.options.erase("rounds");
  RunOptions run{.bins = fold.bins.get()};
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = paused_.find(run_of);
        found != paused_.end() && found->second.optimiser.iteration < rounds) {
      run.checkpoint.from = found->second;
    }
  }
  std::optional<Checkpoint> end;
  run.checkpoint.save = [&](const Checkpoint& checkpoint) { end = checkpoint; };
  run.checkpoint.seconds_between = std::numeric_limits<double>::infinity();
  // A run that is asked to stop saves where it is: after the last round, nothing is lost by that.
  bool is_done = false;
  run.progress = [&](const TrainingProgress& now) {
    is_done = now.iteration >= rounds;
    return !is_done && may_go_on();
  };
  TrainedModel model = train(cell, fold.training, may_go_on, std::move(run));
  if (!is_done) return model;
  model.summary.interrupted = false;
  const std::scoped_lock lock(mutex_);
  if (end) paused_.insert_or_assign(std::move(run_of), std::move(*end));
  return model;
}

/// Nothing if the training was ended early.
std::optional<CellScores> CellTrials::result_of(const GridCell& cell, const PreparedTuneFold& fold,
                                                const std::function<bool()>& may_go_on) {
  const bool is_step = keeps_runs_ && !cell.is_baseline && cell.options.contains("rounds");
  const TrainedModel model =
      is_step ? continued(cell, fold, may_go_on) : train(cell, fold.training, may_go_on);
  if (model.summary.interrupted) return std::nullopt;
  const ModelKind& kind = model.model.kind;
  const Dataset& trained = fold.training.train();
  return CellScores{.scores = score(kind, fold.held_out),
                    .deviation = score_deviation(trained, score(kind, trained)),
                    .can_be_mixed = can_be_mixed(kind)};
}

/// Whether the log has it, and it fits the data.
bool CellTrials::is_known(const GridCell& cell) const {
  const CellScores* known = log_.find(cell);
  if (known == nullptr || !known->refused.empty()) return known != nullptr;
  std::size_t rows = 0;
  for (const std::size_t q : folds_[cell.fold].held_out) rows += pool_[q].size();
  return known->scores.size() == rows;
}

std::shared_ptr<const PreparedTuneFold> CellTrials::loaded_fold(std::size_t fold) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto kept = kept_folds_.find(fold); kept != kept_folds_.end()) return kept->second;
  }
  std::shared_ptr<const PreparedTuneFold> loaded =
      prepared_fold(plan_.preparation, pool_, folds_[fold]);
  const std::scoped_lock lock(mutex_);
  if (keeps_folds_) kept_folds_.emplace(fold, loaded);
  return loaded;
}

void CellTrials::run(std::span<const GridCell> cells, const TrialLimits& limits,
                     bool keeps_refusals) {
  FoldCache<std::size_t, PreparedTuneFold> cache(
      [&](std::size_t fold) { return loaded_fold(fold); });
  for (const GridCell& cell : cells) cache.add_task(cell.fold);
  run_.run(cells.size(), [&](std::size_t i) {
    const GridCell& cell = cells[i];
    if (!run_.may_go_on(i) || seconds() >= limits.begin_before) return;
    if (!is_known(cell)) {
      const double begin = seconds();
      const auto may_go_on = [&] { return run_.may_go_on(i) && seconds() < limits.end_before; };
      std::optional<CellScores> result;
      try {
        if (keeps_refusals) find_algorithm(cell.algorithm).check(cell.options);
        result = result_of(cell, *cache.get(cell.fold), may_go_on);
      } catch (const UsageError& error) {
        if (!keeps_refusals) throw;
        result = CellScores{.refused = error.what()};
      } catch (const NumericError& error) {
        if (!keeps_refusals) throw;
        result = CellScores{.refused = error.what()};
      }
      const std::scoped_lock lock(mutex_);
      trained_seconds_ += seconds() - begin;
      if (result) {
        result->seconds = seconds() - begin;
        log_.keep(cell, std::move(*result));
      } else {
        ended_.insert(cell);
      }
    }
    cache.task_is_done(cell.fold);
    run_.count();
  });
}

Dataset CellTrials::held_out(std::span<const std::size_t> folds) const {
  QueryList queries;
  for (const std::size_t fold : folds) {
    queries.insert(queries.end(), folds_[fold].held_out.begin(), folds_[fold].held_out.end());
  }
  return take_queries(pool_, queries);
}

Evaluation CellTrials::evaluated(const Dataset& held_out, std::span<const double> scores) const {
  return evaluate_scores(held_out, scores, std::span(&metric_.metric, 1), metric_,
                         plan_.preparation.truth, plan_.preparation.seed);
}

}  // namespace podium
