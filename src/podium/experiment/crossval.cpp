#include "podium/experiment/crossval.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/experiment/fold_cache.hpp"

namespace podium {

namespace {

/// The common options of a chain, and the values of its path option.
struct Chain {
  OptionText options;
  GridAxis path;  ///< no option and one empty value when the grid has no path
};

/// The distinct values from strong to weak regularisation.
void sort_path(GridAxis& path, bool rises) {
  const auto number = [&](const std::string& text) {
    const auto value = parse_number<double>(text);
    if (!value) {
      throw UsageError("grid: option " + in_quotes(path.option) + ": found " + in_quotes(text) +
                       ", expected a number");
    }
    return *value;
  };
  for (const std::string& value : path.values) number(value);
  std::ranges::stable_sort(path.values, [&](const std::string& a, const std::string& b) {
    return rises ? number(a) < number(b) : number(a) > number(b);
  });
  const auto same = [&](const std::string& a, const std::string& b) {
    return number(a) == number(b);
  };
  path.values.erase(std::unique(path.values.begin(), path.values.end(), same), path.values.end());
}

void check_axes_differ(std::span<const GridAxis> grid) {
  for (const GridAxis& axis : grid) {
    if (std::ranges::count(grid, axis.option, &GridAxis::option) == 1) continue;
    throw UsageError("grid: option " + in_quotes(axis.option) +
                     ": found it twice, expected it once");
  }
}

std::vector<Chain> chains_of(const CrossvalPlan& plan) {
  const AlgorithmEntry& entry = find_algorithm(plan.algorithm);
  check_axes_differ(plan.grid);
  GridAxis path{.values = {""}};
  std::vector<Chain> chains(1);
  for (const GridAxis& axis : plan.grid) {
    if (axis.option == entry.path_option) {
      path = axis;
      sort_path(path, entry.path_ascends);
      continue;
    }
    std::vector<Chain> longer;
    for (const Chain& chain : chains) {
      for (const std::string& value : axis.values) {
        longer.push_back(chain);
        longer.back().options[axis.option] = value;
      }
    }
    chains = std::move(longer);
  }
  for (Chain& chain : chains) chain.path = path;
  return chains;
}

/// The highest label of all parts of a fold: the same for all folds that share their queries.
double highest_label_of(const FoldData& data) {
  return std::max({highest_label(data.train), highest_label(data.vali), highest_label(data.test)});
}

/// The prepared data of a fold, shared by its chains.
struct PreparedFold {
  PreparedFold(const CrossvalPlan& plan, const FoldData& data)
      : metric{plan.metric.metric.with_top_grade(highest_label_of(data)), plan.metric.profile,
               plan.metric.ties},
        measures(with_top_grade(plan.measures, highest_label_of(data))),
        training(plan.preparation, data.train, data.vali, metric),
        test(prepared(training.preparation(), data.test)) {}

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

FoldOutcome run_chain(const CrossvalPlan& plan, const Chain& chain, const PreparedFold& fold) {
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
    const TrainedModel trained = train(plan.algorithm, options, fold.training);
    outcome.cells.push_back({std::move(cell), *trained.summary.validation});
    outcome.skipped = trained.summary.skipped;
    if (!best || metric.is_better(outcome.cells.back().vali, outcome.cells[outcome.best].vali)) {
      outcome.best = outcome.cells.size() - 1;
      best = trained.model.kind;
    }
  }
  outcome.vali = measured(fold, *best, fold.training.vali());
  outcome.test = measured(fold, *best, fold.test);
  outcome.weight = feature_weights(*best).value;
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

GridAxis parse_grid_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  GridAxis axis;
  if (equals != std::string_view::npos) {
    axis.option = trimmed(text.substr(0, equals));
    for (const std::string_view value : split_outside_brackets(text.substr(equals + 1), ',')) {
      axis.values.emplace_back(trimmed(value));
    }
  }
  if (axis.option.empty() || axis.values.empty() || std::ranges::count(axis.values, "") > 0) {
    throw UsageError("grid: found " + in_quotes(text) + ", expected option=value,value,...");
  }
  return axis;
}

std::size_t chain_count(const CrossvalPlan& plan) {
  return chains_of(plan).size();
}

std::vector<FoldOutcome> cross_validate(const CrossvalPlan& plan, std::size_t fold_count,
                                        const std::function<FoldData(std::size_t)>& load,
                                        const CrossvalMemory& memory,
                                        const CrossvalProgress& progress) {
  const std::vector<Chain> chains = chains_of(plan);
  std::vector<std::vector<FoldOutcome>> outcomes(fold_count,
                                                 std::vector<FoldOutcome>(chains.size()));
  FoldCache<std::size_t, PreparedFold> cache(
      [&](std::size_t fold) { return std::make_shared<const PreparedFold>(plan, load(fold)); });
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    for (std::size_t chain = 0; chain < chains.size(); ++chain) cache.add_task(fold);
  }
  std::mutex reporting;
  std::size_t done = 0;
  std::atomic<bool> ended = false;
  parallel_for(fold_count * chains.size(), [&](std::size_t task) {
    if (ended) return;
    const std::size_t fold = task / chains.size();
    const std::size_t chain = task % chains.size();
    std::optional<FoldOutcome> outcome;
    if (memory.recall) outcome = memory.recall(fold, chain);
    const bool is_new = !outcome;
    if (is_new) outcome = run_chain(plan, chains[chain], *cache.get(fold));
    outcomes[fold][chain] = std::move(*outcome);
    cache.task_is_done(fold);
    const std::scoped_lock lock(reporting);
    if (is_new && memory.keep) memory.keep(fold, chain, outcomes[fold][chain]);
    ++done;
    if (progress && !progress(done, fold_count * chains.size())) ended = true;
  });
  if (done < fold_count * chains.size()) return {};
  std::vector<FoldOutcome> folds;
  for (auto& fold : outcomes) folds.push_back(joined_chains(std::move(fold), plan.metric.metric));
  check_same_measures(folds);
  return folds;
}

}  // namespace podium
