#include "podium/learning/experiment/tuning/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
#include "podium/learning/experiment/tuning/inner_folds.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"

namespace podium {

namespace {

constexpr std::size_t fewest_queries = 10;

/// The ranking by one feature.
ModelKind single_feature(std::size_t feature, std::size_t features) {
  LinearModel model{{.features = features}, std::vector<double>(features)};
  model.w[feature] = 1.0;
  return model;
}

class Tuner {
 public:
  Tuner(const TunePlan& plan, const Dataset& train, const Dataset* vali, const TuneMemory& memory,
        const TuneProgress& progress)
      : plan_(plan),
        memory_(memory),
        progress_(progress),
        pool_(vali == nullptr ? train : joined_data(train, *vali)),
        metric_(with_top_grade(plan.metric, highest_label(pool_))),
        baseline_(baseline_feature_of(plan.baseline, pool_, plan.preparation, metric_)) {
    set_folds(train, vali);
    set_algorithms();
    set_grids();
  }

  std::optional<Tuning> run();

 private:
  bool is_refitted() const { return plan_.rule == TuneRule::inner; }
  void set_folds(const Dataset& train, const Dataset* vali);
  void set_algorithms();
  void set_grids();
  RunOptions run_options();
  TrainedModel trained(const TunePlace& place, const PreparedTraining& data);
  std::optional<TuneCell> cell_of(const TunePlace& place, const PreparedTuneFold& fold);
  bool may_go_on();
  void count_training();
  bool run_cells();
  Evaluation evaluated(std::span<const double> scores) const;
  std::vector<double> out_of_fold(std::size_t algorithm, std::span<const double> weights) const;
  void weigh(std::size_t algorithm);
  void fall_back_to_baseline(TunedGrid& grid, std::size_t algorithm);
  bool fit_final();
  void describe(const PreparedTraining& data, bool is_mixture);

  const TuneCell& cell(std::size_t algorithm, std::size_t point, std::size_t fold) const {
    return cells_.at({algorithm, point, fold});
  }

  const TunePlan& plan_;
  const TuneMemory& memory_;
  const TuneProgress& progress_;
  Dataset pool_;
  MetricPlan metric_;
  std::optional<std::size_t> baseline_;
  std::vector<TuneFold> folds_;
  std::vector<TunedAlgorithm> algorithms_;
  std::map<TunePlace, TuneCell> cells_;
  Tuning tuning_;
  std::mutex reporting_;
  bool ended_ = false;
  std::size_t done_ = 0;
  std::size_t of_ = 0;
};

void Tuner::set_folds(const Dataset& train, const Dataset* vali) {
  tuning_.rule = plan_.rule;
  if (plan_.rule == TuneRule::split) {
    folds_.push_back(split_fold(train, vali));
  } else {
    const std::size_t useful = queries_with_preferences(pool_).size();
    const bool has_choice = std::ranges::any_of(
        plan_.algorithms, [](const TunedAlgorithm& own) { return own.points.size() > 1; });
    const bool has_fallback = std::ranges::all_of(plan_.algorithms, [](const TunedAlgorithm& own) {
      return own.points.size() == 1 || !own.fallback.empty();
    });
    const bool is_compared = plan_.algorithms.size() > 1 || baseline_;
    if (!has_choice && !is_compared) return;
    if (useful < fewest_queries && has_fallback) return;
    folds_ = inner_tune_folds(pool_, plan_.preparation.seed);
  }
  QueryList held_out;
  for (const TuneFold& fold : folds_) {
    held_out.insert(held_out.end(), fold.held_out.begin(), fold.held_out.end());
  }
  tuning_.folds = folds_.size();
  tuning_.held_out = take_queries(pool_, held_out);
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
    if (baseline_) grid.points.push_back({.is_baseline = true});
    if (folds_.empty() && algorithm.points.size() > 1) {
      grid.points = {{.options = algorithm.fallback}};
    } else {
      for (const OptionText& point : algorithm.points) grid.points.push_back({.options = point});
    }
    tuning_.grids.push_back(std::move(grid));
  }
}

RunOptions Tuner::run_options() {
  RunOptions options{.loss = plan_.loss};
  options.progress = [this](const TrainingProgress&) { return may_go_on(); };
  if (baseline_) options.unpenalised = {*baseline_};
  return options;
}

TrainedModel Tuner::trained(const TunePlace& place, const PreparedTraining& data) {
  const TunedAlgorithm& algorithm = algorithms_[place.algorithm];
  const TunedPoint& point = tuning_.grids[place.algorithm].points[place.point];
  if (!point.is_baseline) {
    return train(algorithm.name, merged(algorithm.options, point.options), data, run_options());
  }
  const TrainingRecord record{.truth = to_text(plan_.preparation.truth),
                              .seed = plan_.preparation.seed,
                              .data = data.fingerprint(),
                              .podium_version = std::string(version()),
                              .ranges = data.ranges()};
  return {{single_feature(*baseline_, data.train().feature_count()), data.preparation(), record},
          {.queries = data.train().query_count()}};
}

/// Nothing if the training was ended early.
std::optional<TuneCell> Tuner::cell_of(const TunePlace& place, const PreparedTuneFold& fold) {
  const TrainedModel model = trained(place, fold.training);
  if (model.summary.interrupted) return std::nullopt;
  const ModelKind& kind = model.model.kind;
  return TuneCell{
      .scores = score(kind, fold.held_out),
      .deviation = score_deviation(fold.training.train(), score(kind, fold.training.train())),
      .can_be_mixed = can_be_mixed(kind),
      .penalty = model.summary.penalty};
}

/// Asked during and after every training; once ended, the run stays so.
bool Tuner::may_go_on() {
  const std::scoped_lock lock(reporting_);
  if (!ended_ && progress_ && !progress_(done_, of_)) ended_ = true;
  return !ended_;
}

void Tuner::count_training() {
  {
    const std::scoped_lock lock(reporting_);
    ++done_;
    ++tuning_.fits;
  }
  may_go_on();
}

/// Whether all were done.
bool Tuner::run_cells() {
  std::vector<TunePlace> places;
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
      for (std::size_t p = 0; p < tuning_.grids[a].points.size(); ++p)
        places.push_back({a, p, fold});
    }
  }
  FoldCache<std::size_t, PreparedTuneFold> cache(
      [&](std::size_t fold) { return prepared_fold(plan_.preparation, pool_, folds_[fold]); });
  for (const TunePlace& place : places) {
    cache.add_task(place.fold);
    cells_[place];
  }
  // At most one more training for each point of a grid follows.
  of_ = places.size() + std::ranges::max(tuning_.grids, {}, [](const TunedGrid& grid) {
                          return grid.points.size();
                        }).points.size();
  std::mutex keeping;
  parallel_for(places.size(), [&](std::size_t i) {
    if (!may_go_on()) return;
    const TunePlace& place = places[i];
    std::optional<TuneCell> known;
    if (memory_.recall) known = memory_.recall(place);
    const bool is_new = !known;
    if (is_new) known = cell_of(place, *cache.get(place.fold));
    cache.task_is_done(place.fold);
    if (!known) return;
    cells_.at(place) = std::move(*known);
    if (is_new && memory_.keep) {
      const std::scoped_lock lock(keeping);
      memory_.keep(place, cells_.at(place));
    }
    count_training();
  });
  return done_ == places.size() && !ended_;
}

Evaluation Tuner::evaluated(std::span<const double> scores) const {
  return evaluate_scores(tuning_.held_out, scores, std::span(&metric_.metric, 1), metric_,
                         plan_.preparation.truth, plan_.preparation.seed);
}

/// The scores that mixtures of the models of each fold give to the rows that these did not see.
std::vector<double> Tuner::out_of_fold(std::size_t algorithm,
                                       std::span<const double> weights) const {
  std::vector<double> scores;
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    std::vector<MixturePart> parts;
    for (std::size_t p = 0; p < weights.size(); ++p) {
      parts.push_back({weights[p], cell(algorithm, p, fold).deviation});
    }
    const std::vector<double> factors = mixture_factors(parts);
    std::vector<double> own(cell(algorithm, 0, fold).scores.size());
    for (std::size_t p = 0; p < weights.size(); ++p) {
      if (factors[p] == 0.0) continue;
      const std::vector<double>& of_point = cell(algorithm, p, fold).scores;
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
  const MeasureEntry& metric = metric_.metric.entry();
  const QueryList useful = queries_with_preferences(tuning_.held_out);
  std::vector<PointValues> values;
  bool is_mixed = true;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    std::vector<double> alone(grid.points.size());
    alone[p] = 1.0;
    const Evaluation evaluation = evaluated(out_of_fold(algorithm, alone));
    grid.points[p].value = evaluation.mean.front();
    grid.points[p].penalty = cell(algorithm, p, 0).penalty;
    if (metric.is_better(grid.points[p].value, grid.points[grid.best].value)) grid.best = p;
    PointValues& own = values.emplace_back();
    const std::vector<double> by_query =
        values_by_query(evaluation, tuning_.held_out, metric_.skips_blank);
    for (const std::size_t q : useful) own.push_back(by_query[q]);
    is_mixed = is_mixed && cell(algorithm, p, 0).can_be_mixed;
  }
  std::vector<double> weights(grid.points.size());
  weights[grid.best] = 1.0;
  if (is_mixed && useful.size() > 1) weights = point_weights(values, grid.best);
  for (std::size_t p = 0; p < weights.size(); ++p) grid.points[p].weight = weights[p];
  grid.value = evaluated(out_of_fold(algorithm, weights)).mean.front();
}

/// Takes the baseline alone where the mixture is below it.
void Tuner::fall_back_to_baseline(TunedGrid& grid, std::size_t algorithm) {
  if (!baseline_) return;
  std::vector<double> alone(grid.points.size());
  alone.front() = 1.0;
  tuning_.baseline_scores = out_of_fold(algorithm, alone);
  if (!metric_.metric.entry().is_better(grid.points.front().value, grid.value)) return;
  for (TunedPoint& point : grid.points) point.weight = point.is_baseline ? 1.0 : 0.0;
  grid.best = 0;
  grid.value = grid.points.front().value;
}

/// Trains the points that count on the data of the model; whether all were done.
bool Tuner::fit_final() {
  const TunedGrid& grid = tuning_.grid();
  const PreparedTraining data(plan_.preparation, is_refitted() || folds_.empty()
                                                     ? pool_
                                                     : take_queries(pool_, folds_[0].train));
  std::vector<std::size_t> used;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (grid.points[p].weight > 0.0) used.push_back(p);
  }
  std::vector<TrainedModel> models(used.size());
  std::vector<MixturePart> parts(used.size());
  parallel_for(used.size(), [&](std::size_t i) {
    if (!may_go_on()) return;
    models[i] = trained({tuning_.chosen, used[i], 0}, data);
    parts[i] = {grid.points[used[i]].weight,
                score_deviation(data.train(), score(models[i].model.kind, data.train()))};
    count_training();
  });
  if (ended_) return false;
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
  if (is_mixture) {
    record.options = recorded_options(algorithm.options, plan_.loss);
    summary.penalty.reset();
    summary.stop = record.stop = "each of the mixed models by itself";
  }
  if (!folds_.empty()) {
    summary.validation = tuning_.grid().value;
    record.validation = {metric_.metric.name(), tuning_.grid().value};
  }
  TuningRecord& tuning = record.tuning.emplace();
  tuning.rule = tune_rule_names[static_cast<std::size_t>(plan_.rule)];
  tuning.folds = tuning_.folds;
  if (baseline_) tuning.baseline = data.train().feature_name(*baseline_);
  for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
    for (const TunedPoint& point : tuning_.grids[a].points) {
      tuning.points.push_back({.algorithm = tuning_.grids[a].algorithm,
                               .options = point.options,
                               .is_baseline = point.is_baseline,
                               .value = point.value,
                               .weight = a == tuning_.chosen ? point.weight : 0.0});
    }
  }
}

std::optional<Tuning> Tuner::run() {
  if (!folds_.empty()) {
    if (!run_cells()) return std::nullopt;
    for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
      weigh(a);
      fall_back_to_baseline(tuning_.grids[a], a);
      if (metric_.metric.entry().is_better(tuning_.grids[a].value, tuning_.grid().value)) {
        tuning_.chosen = a;
      }
    }
    std::vector<double> weights;
    for (const TunedPoint& point : tuning_.grid().points) weights.push_back(point.weight);
    tuning_.scores = out_of_fold(tuning_.chosen, weights);
  } else {
    TunedGrid& grid = tuning_.grids.front();
    grid.best = grid.points.size() - 1;
    grid.points[grid.best].weight = 1.0;
    of_ = 1;
  }
  if (!fit_final()) return std::nullopt;
  return std::move(tuning_);
}

}  // namespace

std::optional<Tuning> tune(const TunePlan& plan, const Dataset& train, const Dataset* vali,
                           const TuneMemory& memory, const TuneProgress& progress) {
  expects(!plan.algorithms.empty() && plan.rule != TuneRule::none, "something to tune");
  return Tuner(plan, train, vali, memory, progress).run();
}

}  // namespace podium
