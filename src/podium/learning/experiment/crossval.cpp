#include "podium/learning/experiment/crossval.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
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

/// The prepared data of a fold, shared by its chains.
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

/// Counts the chains that are done and asks whether to go on; once ended, the run stays so.
class RunWatch {
 public:
  RunWatch(const CrossvalProgress& progress, std::size_t chains)
      : progress_(progress), chains_(chains) {}

  bool may_go_on() {
    const std::scoped_lock lock(mutex_);
    return ask();
  }

  /// `keep` is called by one thread at a time.
  void count_chain(const std::function<void()>& keep) {
    const std::scoped_lock lock(mutex_);
    keep();
    ++done_;
    ask();
  }

  bool is_complete() const { return done_ == chains_; }

 private:
  bool ask() {
    if (!ended_ && progress_ && !progress_(done_, chains_)) ended_ = true;
    return !ended_;
  }

  const CrossvalProgress& progress_;
  std::size_t chains_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  bool ended_ = false;
};

/// Nothing if the run was ended early.
std::optional<FoldOutcome> run_chain(const CrossvalPlan& plan, const GridChain& chain,
                                     const PreparedFold& fold, RunWatch& watch) {
  const auto begin = std::chrono::steady_clock::now();
  const AlgorithmEntry& entry = find_algorithm(plan.algorithm);
  const MeasureEntry& metric = plan.metric.metric.entry();
  FoldOutcome outcome{.metric = fold.metric.metric.name()};
  std::optional<ModelKind> best;
  for (const std::string& value : chain.path.values) {
    OptionText cell = chain.options;
    if (!chain.path.option.empty()) cell[chain.path.option] = value;
    const OptionText options = merged(plan.options, cell);
    if (!entry.accepts_missing(options)) refuse_missing(fold.test);
    const TrainedModel trained =
        train(plan.algorithm, options, fold.training,
              {.loss = plan.loss,
               .progress = [&](const TrainingProgress&) { return watch.may_go_on(); }});
    if (trained.summary.interrupted) return std::nullopt;
    outcome.cells.push_back({std::move(cell), trained.summary.validation.value_or(std::nan(""))});
    outcome.skipped = trained.summary.skipped;
    if (!best || metric.is_better(outcome.cells.back().vali, outcome.cells[outcome.best].vali)) {
      outcome.best = outcome.cells.size() - 1;
      outcome.remarks = trained.summary.remarks;
      best = trained.model.kind;
    }
  }
  outcome.test = measured(fold, *best, fold.test);
  outcome.vali = fold.training.validation() ? measured(fold, *best, fold.training.vali())
                                            : nothing_measured(outcome.test);
  outcome.weight = feature_weights(*best).value;
  outcome.ranks_nothing = ranks_nothing(*best, fold.training.train());
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

/// A fold whose options are tuned. Nothing if the run was ended early.
std::optional<FoldOutcome> run_tuned(const CrossvalPlan& plan, const FoldData& data,
                                     RunWatch& watch) {
  const auto begin = std::chrono::steady_clock::now();
  TunePlan own = *plan.tune;
  own.preparation = plan.preparation;
  const double highest = highest_label_of(data);
  own.metric = with_top_grade(plan.metric, highest);
  const Dataset vali = with_feature_set(data.vali, feature_set_of(data.train));
  const std::optional<Tuning> found =
      tune(own, data.train, vali.query_count() == 0 ? nullptr : &vali, {},
           [&](std::size_t, std::size_t) { return watch.may_go_on(); });
  if (!found) return std::nullopt;
  const Tuning& tuning = *found;
  const RankingModel& model = tuning.trained.model;
  const std::vector<Measure> measures = with_top_grade(plan.measures, highest);
  const auto measured = [&](const Dataset& part, std::span<const double> scores) {
    return evaluate_scores(part, scores, measures, own.metric, plan.preparation.truth,
                           plan.preparation.seed);
  };
  FoldOutcome outcome{.metric = own.metric.metric.name()};
  for (const TunedGrid& grid : tuning.grids) {
    const bool is_chosen = &grid == &tuning.grid();
    if (is_chosen) outcome.best = outcome.cells.size() + grid.best;
    for (const TunedPoint& point : grid.points) {
      outcome.cells.push_back({.options = point.options,
                               .vali = point.value,
                               .weight = is_chosen ? point.weight : 0.0,
                               .algorithm = grid.algorithm,
                               .is_baseline = point.is_baseline});
    }
  }
  outcome.test = measured(data.test, score(model, data.test));
  if (tuning.folds > 0) {
    outcome.vali = measured(tuning.held_out, tuning.scores);
  } else {  // nothing was held out: the model was trained on the validation data, too
    outcome.cells[outcome.best].vali = std::nan("");
    outcome.vali = nothing_measured(outcome.test);
  }
  outcome.skipped = tuning.trained.summary.skipped;
  outcome.remarks = tuning.trained.summary.remarks;
  outcome.weight = feature_weights(model.kind).value;
  outcome.ranks_nothing = ranks_nothing(model, data.train);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

/// The chains of one fold as one outcome, the best of all of them.
FoldOutcome joined_chains(std::vector<FoldOutcome> chains, const Measure& metric) {
  FoldOutcome all;
  std::optional<double> best;
  for (FoldOutcome& chain : chains) {
    const double value = chain.cells[chain.best].vali;
    if (!best || metric.entry().is_better(value, *best)) {
      best = value;
      all.best = all.cells.size() + chain.best;
      all.metric = std::move(chain.metric);
      all.vali = std::move(chain.vali);
      all.test = std::move(chain.test);
      all.skipped = chain.skipped;
      all.weight = std::move(chain.weight);
      all.ranks_nothing = chain.ranks_nothing;
      all.remarks = std::move(chain.remarks);
    }
    std::ranges::move(chain.cells, std::back_inserter(all.cells));
    all.seconds += chain.seconds;
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

}  // namespace

std::size_t chain_count(const CrossvalPlan& plan) {
  if (plan.tune) return 1;
  return grid_chains(find_algorithm(plan.algorithm), plan.grid).size();
}

std::vector<FoldOutcome> cross_validate(const CrossvalPlan& plan, std::size_t fold_count,
                                        const std::function<FoldData(std::size_t)>& load,
                                        const CrossvalMemory& memory,
                                        const CrossvalProgress& progress) {
  const std::vector<GridChain> chains =
      plan.tune ? std::vector<GridChain>(1)
                : grid_chains(find_algorithm(plan.algorithm), plan.grid);
  std::vector<std::vector<FoldOutcome>> outcomes(fold_count,
                                                 std::vector<FoldOutcome>(chains.size()));
  FoldCache<std::size_t, PreparedFold> cache(
      [&](std::size_t fold) { return std::make_shared<const PreparedFold>(plan, load(fold)); });
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    for (std::size_t chain = 0; chain < chains.size(); ++chain) cache.add_task(fold);
  }
  RunWatch watch(progress, fold_count * chains.size());
  parallel_for(fold_count * chains.size(), [&](std::size_t task) {
    if (!watch.may_go_on()) return;
    const std::size_t fold = task / chains.size();
    const std::size_t chain = task % chains.size();
    std::optional<FoldOutcome> outcome;
    if (memory.recall) outcome = memory.recall(fold, chain);
    const bool is_new = !outcome;
    if (is_new) {
      outcome = plan.tune ? run_tuned(plan, load(fold), watch)
                          : run_chain(plan, chains[chain], *cache.get(fold), watch);
      if (!outcome) return;
    }
    outcomes[fold][chain] = std::move(*outcome);
    cache.task_is_done(fold);
    watch.count_chain([&] {
      if (is_new && memory.keep) memory.keep(fold, chain, outcomes[fold][chain]);
    });
  });
  if (!watch.is_complete()) return {};
  std::vector<FoldOutcome> folds;
  for (auto& fold : outcomes) folds.push_back(joined_chains(std::move(fold), plan.metric.metric));
  check_same_measures(folds);
  return folds;
}

}  // namespace podium
