#include "podium/learning/experiment/crossval.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
#include "podium/learning/experiment/tuning/grid_edges.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"
#include "podium/learning/learn/ranks_nothing.hpp"

namespace podium {

namespace {

/// The highest label of all parts of a fold: the same for all folds that share their queries.
double highest_label_of(const FoldData& data) {
  return std::max({highest_label(data.train), highest_label(data.vali), highest_label(data.test)});
}

PreparedTraining prepared_training(const CrossvalPlan& plan, const FoldData& data,
                                   const MetricPlan& metric) {
  const Dataset train = data.pairs ? without_labels(data.train) : data.train;
  if (data.vali.query_count() == 0) return {plan.preparation, train};
  return {plan.preparation, train, data.vali, metric};
}

/// Where nothing is held out.
Evaluation nothing_measured(const Evaluation& test) {
  Evaluation none;
  none.measure = test.measure;
  none.value.resize(test.measure.size());
  none.mean.assign(test.measure.size(), std::nan(""));
  return none;
}

/// The prepared data of a fold, shared by its cells.
struct PreparedFold {
  PreparedFold(const CrossvalPlan& plan, const FoldData& data)
      : metric(with_top_grade(plan.metric, highest_label_of(data))),
        measures(with_top_grade(plan.measures, highest_label_of(data))),
        training(prepared_training(plan, data, metric)),
        test(prepared(training.preparation(), data.test)) {
    if (data.pairs) training.use_pairs(*data.pairs);
  }

  MetricPlan metric;
  std::vector<Measure> measures;
  PreparedTraining training;
  Dataset test;
};

Evaluation measured(const PreparedFold& fold, const ModelKind& kind, const Dataset& data) {
  const PreparationPlan& plan = fold.training.plan();
  return evaluate_scores(data, score(kind, data), fold.measures, fold.metric, plan.truth,
                         plan.seed);
}

/// Nothing if the run was ended early.
std::optional<FoldOutcome> trained_fold(const CrossvalPlan& plan, const GridCell& cell,
                                        const PreparedFold& fold,
                                        const std::function<bool()>& may_go_on) {
  const OptionText options = merged(plan.options, cell.options);
  if (!find_algorithm(plan.algorithm).accepts_missing(options)) refuse_missing(fold.test);
  const TrainedModel trained =
      train(plan.algorithm, options, fold.training,
            {.loss = plan.loss, .progress = [&](const TrainingProgress&) { return may_go_on(); }});
  if (trained.summary.interrupted) return std::nullopt;
  const ModelKind& kind = trained.model.kind;
  const double value = trained.summary.validation.value_or(std::nan(""));
  FoldOutcome outcome{.cells = {{.options = cell.options, .value = value}},
                      .metric = fold.metric.metric.name(),
                      .test = measured(fold, kind, fold.test),
                      .skipped = trained.summary.skipped,
                      .weight = feature_weights(kind).value,
                      .ranks_nothing = ranks_nothing(kind, fold.training.train()),
                      .remarks = trained.summary.remarks};
  outcome.vali = fold.training.validation() ? measured(fold, kind, fold.training.vali())
                                            : nothing_measured(outcome.test);
  return outcome;
}

/// A fold whose options are tuned. Nothing if the run was ended early.
std::optional<FoldOutcome> tuned_fold(const CrossvalPlan& plan, const FoldData& data,
                                      const std::function<bool()>& may_go_on) {
  TunePlan own = *plan.tune;
  own.preparation = plan.preparation;
  const double highest = highest_label_of(data);
  own.metric = with_top_grade(plan.metric, highest);
  const Dataset vali = with_feature_set(data.vali, feature_set_of(data.train));
  const std::optional<Tuning> tuning =
      tune(own, data.train, vali.query_count() == 0 ? nullptr : &vali, nullptr,
           [&](const RunProgress&) { return may_go_on(); });
  if (!tuning) return std::nullopt;
  const RankingModel& model = tuning->trained.model;
  const std::vector<Measure> measures = with_top_grade(plan.measures, highest);
  const auto measured = [&](const Dataset& part, std::span<const double> scores) {
    return evaluate_scores(part, scores, measures, own.metric, plan.preparation.truth,
                           plan.preparation.seed);
  };
  FoldOutcome outcome{.cells = model.training.tuning->points,
                      .best = tuning->grid().best,
                      .metric = own.metric.metric.name(),
                      .test = measured(data.test, score(model, data.test)),
                      .skipped = tuning->trained.summary.skipped,
                      .weight = feature_weights(model.kind).value,
                      .ranks_nothing = ranks_nothing(model, data.train),
                      .remarks = tuning->trained.summary.remarks};
  for (std::size_t g = 0; g < tuning->chosen; ++g) outcome.best += tuning->grids[g].points.size();
  if (tuning->folds > 0) {
    outcome.vali = measured(tuning->held_out, tuning->scores);
  } else {  // nothing was held out: the model was trained on the validation data, too
    outcome.cells[outcome.best].value = std::nan("");
    outcome.vali = nothing_measured(outcome.test);
  }
  return outcome;
}

/// The best of the cells of one fold, with the points and the time of all of them.
FoldOutcome best_of(std::span<const FoldOutcome* const> cells, const MeasureEntry& metric) {
  const auto value = [](const FoldOutcome& cell) { return cell.cells[cell.best].value; };
  std::size_t best = 0;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (metric.is_better(value(*cells[i]), value(*cells[best]))) best = i;
  }
  FoldOutcome all = *cells[best];
  if (cells.size() == 1) return all;
  all.cells.clear();
  all.best = best;
  all.seconds = 0.0;
  for (const FoldOutcome* cell : cells) {
    all.cells.push_back(cell->cells.front());
    all.seconds += cell->seconds;
  }
  return all;
}

/// Throws UsageError when folds have different highest grades: their means are of different things.
void check_same_measures(std::span<const FoldOutcome> folds) {
  for (const FoldOutcome& fold : folds) {
    const auto& first = folds.front().test.measure;
    const auto [a, b] = std::ranges::mismatch(first, fold.test.measure);
    if (a == first.end()) continue;
    throw UsageError(fmt::format(
        "the folds have different highest labels: found {} and {}; give the highest grade as an "
        "option of the measure",
        *a, *b));
  }
}

/// The points that a fold chooses from by validation data; a tuned fold is one.
std::vector<OptionText> points_of(const CrossvalPlan& plan) {
  if (plan.tune) return {{}};
  return grid_points(find_algorithm(plan.algorithm), plan.grid);
}

}  // namespace

std::size_t cell_count(const CrossvalPlan& plan) {
  return points_of(plan).size();
}

std::vector<FoldOutcome> cross_validate(const CrossvalPlan& plan, std::size_t fold_count,
                                        const std::function<FoldData(std::size_t)>& load,
                                        CellLog<FoldOutcome>* log,
                                        const RunProgressSink& progress) {
  CellLog<FoldOutcome> own_log;
  CellLog<FoldOutcome>& known = log == nullptr ? own_log : *log;
  const std::vector<OptionText> points = points_of(plan);
  FoldCache<std::size_t, PreparedFold> cache(
      [&](std::size_t fold) { return std::make_shared<const PreparedFold>(plan, load(fold)); });
  std::vector<GridCell> cells;
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    for (const OptionText& point : points) {
      cells.push_back({plan.algorithm, point, fold});
      cache.add_task(fold);
    }
  }
  CellRun run(progress, cells.size());
  run.run(cells.size(), [&](std::size_t i) {
    if (!run.may_go_on(i)) return;
    const GridCell& cell = cells[i];
    if (known.find(cell) == nullptr) {
      const auto begin = std::chrono::steady_clock::now();
      const auto may_go_on = [&] { return run.may_go_on(i); };
      std::optional<FoldOutcome> outcome;
      try {
        outcome = plan.tune ? tuned_fold(plan, load(cell.fold), may_go_on)
                            : trained_fold(plan, cell, *cache.get(cell.fold), may_go_on);
      } catch (const NumericError& error) {
        throw NumericError(fmt::format("fold {}: {}", cell.fold + 1, error.what()));
      }
      if (!outcome) return;
      outcome->seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      known.keep(cell, std::move(*outcome));
    }
    cache.task_is_done(cell.fold);
    run.count();
  });
  if (run.done() < cells.size()) return {};
  std::vector<FoldOutcome> folds;
  for (auto cell = cells.begin(); cell != cells.end();) {
    std::vector<const FoldOutcome*> of_fold;
    while (of_fold.size() < points.size()) of_fold.push_back(known.find(*cell++));
    const MeasureEntry& metric = plan.metric.metric.entry();
    FoldOutcome& fold = folds.emplace_back(best_of(of_fold, metric));
    if (plan.tune) continue;  // has said it
    std::vector<TuningPoint> tried = fold.cells;
    for (TuningPoint& point : tried) point.algorithm = plan.algorithm;
    for (const GridEdge& edge : edges_of(tried, fold.best, metric)) {
      fold.remarks.push_back(edge.words());
    }
  }
  check_same_measures(folds);
  return folds;
}

}  // namespace podium
