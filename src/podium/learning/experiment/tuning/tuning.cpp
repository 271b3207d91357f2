#include "podium/learning/experiment/tuning/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium {

namespace {

constexpr std::size_t fewest_queries = 10;

class Tuner {
 public:
  Tuner(const TunePlan& plan, const Dataset& train, const Dataset* vali, CellLog<CellScores>* log,
        const RunProgressSink& progress)
      : plan_(plan),
        run_(progress),
        pool_(pool_of(plan, train, vali)),
        trials_(plan, pool_, log == nullptr ? own_log_ : *log, run_),
        seen_{{false, query_fingerprint(train)}} {
    if (pool_.query_count() > train.query_count()) {
      seen_.push_back({!plan.refits_with_vali, query_fingerprint(*vali)});
    }
    set_folds(train, vali);
    set_algorithms();
    set_grids();
  }

  std::optional<Tuning> run();

 private:
  bool is_refitted() const { return plan_.rule == TuneRule::inner || plan_.refits_with_vali; }
  void set_folds(const Dataset& train, const Dataset* vali);
  void set_algorithms();
  void set_grids();
  bool run_cells();
  std::vector<double> out_of_fold(std::size_t algorithm, std::span<const double> weights) const;
  void weigh(std::size_t algorithm);
  void fall_back_to_baseline(TunedGrid& grid, std::size_t algorithm);
  bool fit_final();
  void describe(const PreparedTraining& data, bool is_mixture);

  Evaluation evaluated(std::span<const double> scores) const {
    return trials_.evaluated(tuning_.held_out, scores);
  }
  const MeasureEntry& metric() const { return trials_.metric().metric.entry(); }
  GridCell cell(std::size_t algorithm, std::size_t point, std::size_t fold = 0) const;
  const CellScores& result(std::size_t algorithm, std::size_t point, std::size_t fold) const {
    return *trials_.find(cell(algorithm, point, fold));
  }

  const TunePlan& plan_;
  CellRun run_;
  Dataset pool_;
  CellLog<CellScores> own_log_;
  CellTrials trials_;
  std::vector<SeenData> seen_;
  std::vector<TunedAlgorithm> algorithms_;
  Tuning tuning_;
};

GridCell Tuner::cell(std::size_t algorithm, std::size_t point, std::size_t fold) const {
  const TuningPoint& own = tuning_.grids[algorithm].points[point];
  return {own.algorithm, merged(algorithms_[algorithm].options, own.options), fold,
          own.is_baseline};
}

void Tuner::set_folds(const Dataset& train, const Dataset* vali) {
  std::vector<TuneFold> folds;
  if (plan_.rule == TuneRule::split) {
    folds.push_back(split_fold(train, vali));
  } else {
    const std::size_t useful = queries_with_preferences(pool_).size();
    const bool has_choice = std::ranges::any_of(
        plan_.algorithms, [](const TunedAlgorithm& own) { return own.points.size() > 1; });
    const bool has_fallback = std::ranges::all_of(plan_.algorithms, [](const TunedAlgorithm& own) {
      return own.points.size() == 1 || !own.fallback.empty();
    });
    const bool is_compared = plan_.algorithms.size() > 1 || trials_.baseline();
    if (!has_choice && !is_compared) return;
    if (useful < fewest_queries && has_fallback) return;
    folds = inner_tune_folds(pool_, plan_.preparation.seed);
  }
  tuning_.folds = folds.size();
  trials_.use_folds(std::move(folds));
  std::vector<std::size_t> all(tuning_.folds);
  std::iota(all.begin(), all.end(), std::size_t{0});
  tuning_.held_out = trials_.held_out(all);
}

/// Keeps those that the queries held out are enough for.
void Tuner::set_algorithms() {
  const std::size_t useful = queries_with_preferences(tuning_.held_out).size();
  for (const TunedAlgorithm& algorithm : plan_.algorithms) {
    if (algorithm.fewest_queries <= useful) algorithms_.push_back(algorithm);
  }
  expects(!algorithms_.empty(), "an algorithm for any number of queries");
}

void Tuner::set_grids() {
  for (const TunedAlgorithm& algorithm : algorithms_) {
    TunedGrid grid{.algorithm = algorithm.name};
    if (trials_.baseline())
      grid.points.push_back({.algorithm = algorithm.name, .is_baseline = true});
    if (tuning_.folds == 0 && algorithm.points.size() > 1) {
      grid.points = {{.algorithm = algorithm.name, .options = algorithm.fallback}};
    } else {
      for (const OptionText& point : algorithm.points) {
        grid.points.push_back({.algorithm = algorithm.name, .options = point});
      }
    }
    tuning_.grids.push_back(std::move(grid));
  }
}

/// Whether all were done.
bool Tuner::run_cells() {
  std::vector<GridCell> cells;
  for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
    for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
      for (std::size_t p = 0; p < tuning_.grids[a].points.size(); ++p) {
        cells.push_back(cell(a, p, fold));
      }
    }
  }
  std::size_t most_points = 0;
  for (const TunedGrid& grid : tuning_.grids)
    most_points = std::max(most_points, grid.points.size());
  run_.expect(cells.size() + most_points);  // at most one more training for each point of a grid
  trials_.run(cells);
  return !run_.has_ended();
}

/// The scores that mixtures of the models of each fold give to the rows that these did not see.
std::vector<double> Tuner::out_of_fold(std::size_t algorithm,
                                       std::span<const double> weights) const {
  std::vector<double> scores;
  for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
    std::vector<MixturePart> parts;
    for (std::size_t p = 0; p < weights.size(); ++p) {
      parts.push_back({weights[p], result(algorithm, p, fold).deviation});
    }
    const std::vector<double> factors = mixture_factors(parts);
    std::vector<double> own(result(algorithm, 0, fold).scores.size());
    for (std::size_t p = 0; p < weights.size(); ++p) {
      if (factors[p] == 0.0) continue;
      const std::vector<double>& of_point = result(algorithm, p, fold).scores;
      for (std::size_t row = 0; row < own.size(); ++row) own[row] += factors[p] * of_point[row];
    }
    scores.insert(scores.end(), own.begin(), own.end());
  }
  return scores;
}

/// The values of the first measure by the queries of the data; NaN for those that do not count.
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

/// Weighs the points of one algorithm and measures their mixture.
void Tuner::weigh(std::size_t algorithm) {
  TunedGrid& grid = tuning_.grids[algorithm];
  const QueryList useful = queries_with_preferences(tuning_.held_out);
  std::vector<PointValues> values;
  bool is_mixed = true;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    std::vector<double> alone(grid.points.size());
    alone[p] = 1.0;
    const Evaluation evaluation = evaluated(out_of_fold(algorithm, alone));
    grid.points[p].value = evaluation.mean.front();
    if (metric().is_better(grid.points[p].value, grid.points[grid.best].value)) grid.best = p;
    PointValues& own = values.emplace_back();
    const std::vector<double> by_query =
        values_by_query(evaluation, tuning_.held_out, trials_.metric().skips_blank);
    for (const std::size_t q : useful) own.push_back(by_query[q]);
    is_mixed = is_mixed && result(algorithm, p, 0).can_be_mixed;
  }
  std::vector<double> weights(grid.points.size());
  weights[grid.best] = 1.0;
  if (is_mixed && useful.size() > 1) weights = point_weights(values, grid.best);
  for (std::size_t p = 0; p < weights.size(); ++p) grid.points[p].weight = weights[p];
  grid.value = evaluated(out_of_fold(algorithm, weights)).mean.front();
}

/// Takes the baseline alone where the mixture is below it.
void Tuner::fall_back_to_baseline(TunedGrid& grid, std::size_t algorithm) {
  if (!trials_.baseline()) return;
  std::vector<double> alone(grid.points.size());
  alone.front() = 1.0;
  tuning_.baseline_scores = out_of_fold(algorithm, alone);
  if (!metric().is_better(grid.points.front().value, grid.value)) return;
  for (TuningPoint& point : grid.points) point.weight = point.is_baseline ? 1.0 : 0.0;
  grid.best = 0;
  grid.value = grid.points.front().value;
}

/// Trains the points that count on the data of the model; whether all were done.
bool Tuner::fit_final() {
  const TunedGrid& grid = tuning_.grid();
  const PreparedTraining data(
      plan_.preparation,
      is_refitted() || tuning_.folds == 0 ? pool_ : take_queries(pool_, trials_.folds()[0].train));
  std::vector<std::size_t> used;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (grid.points[p].weight > 0.0) used.push_back(p);
  }
  std::vector<TrainedModel> models(used.size());
  std::vector<MixturePart> parts(used.size());
  run_.run(used.size(), [&](std::size_t i) {
    if (!run_.may_go_on(i)) return;
    models[i] =
        trials_.train(cell(tuning_.chosen, used[i]), data, [&] { return run_.may_go_on(i); });
    parts[i] = {grid.points[used[i]].weight,
                score_deviation(data.train(), score(models[i].model.kind, data.train()))};
    run_.count();
  });
  if (run_.has_ended()) return false;
  tuning_.fits = run_.done();
  const auto best = static_cast<std::size_t>(std::ranges::find(used, grid.best) - used.begin());
  std::vector<ModelKind> kinds;
  for (const TrainedModel& model : models) kinds.push_back(model.model.kind);
  tuning_.trained = models[best];
  tuning_.trained.model.kind = mixed_model(kinds, mixture_factors(parts));
  describe(data, used.size() > 1);
  return true;
}

/// Writes into the model how it came about.
void Tuner::describe(const PreparedTraining& data, bool is_mixture) {
  const TunedAlgorithm& algorithm = algorithms_[tuning_.chosen];
  TrainingRecord& record = tuning_.trained.model.training;
  TrainingSummary& summary = tuning_.trained.summary;
  record.algorithm = algorithm.name;
  record.seen = seen_;
  if (is_mixture) {
    record.options = recorded_options(algorithm.options, plan_.loss);
    summary.penalty.reset();
    summary.stop = record.stop = "each of the mixed models by itself";
  }
  if (tuning_.folds > 0) {
    summary.validation = tuning_.grid().value;
    record.validation = {trials_.metric().metric.name(), tuning_.grid().value};
  }
  TuningRecord& tuning = record.tuning.emplace();
  tuning.rule = tune_rule_names[static_cast<std::size_t>(plan_.rule)];
  tuning.folds = tuning_.folds;
  if (const auto baseline = trials_.baseline()) {
    tuning.baseline = data.train().feature_name(*baseline);
  }
  for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
    for (const TuningPoint& point : tuning_.grids[a].points) {
      tuning.points.push_back(point);
      if (a != tuning_.chosen) tuning.points.back().weight = 0.0;
    }
  }
}

std::optional<Tuning> Tuner::run() {
  if (tuning_.folds > 0) {
    if (!run_cells()) return std::nullopt;
    for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
      weigh(a);
      fall_back_to_baseline(tuning_.grids[a], a);
      if (metric().is_better(tuning_.grids[a].value, tuning_.grid().value)) {
        tuning_.chosen = a;
      }
    }
    std::vector<double> weights;
    for (const TuningPoint& point : tuning_.grid().points) weights.push_back(point.weight);
    tuning_.scores = out_of_fold(tuning_.chosen, weights);
  } else {
    TunedGrid& grid = tuning_.grids.front();
    grid.best = grid.points.size() - 1;
    grid.points[grid.best].weight = 1.0;
    run_.expect(1);
  }
  if (!fit_final()) return std::nullopt;
  return std::move(tuning_);
}

}  // namespace

std::optional<Tuning> tune(const TunePlan& plan, const Dataset& train, const Dataset* vali,
                           CellLog<CellScores>* log, const RunProgressSink& progress) {
  expects(!plan.algorithms.empty() && plan.rule != TuneRule::none, "something to tune");
  return Tuner(plan, train, vali, log, progress).run();
}

}  // namespace podium
