#include "podium/learning/experiment/tuning/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/tuning/candidates.hpp"
#include "podium/learning/experiment/tuning/grid_edges.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/race.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium {

namespace {

/// How often a grid goes on beyond its edge.
constexpr std::size_t most_extensions = 2;
/// Of the time of a choice: the rest is for the training of the model.
constexpr double share_of_choice = 0.9;
/// A training that is as large as another one may take so much longer.
constexpr double slower = 1.5;

/// A point of one of the grids.
struct PointPlace {
  std::size_t grid = 0;
  std::size_t point = 0;

  bool operator<(const PointPlace& other) const {
    return std::tie(grid, point) < std::tie(other.grid, other.point);
  }
};

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
  std::size_t most_trainings() const;
  bool run_grids();
  std::vector<PointPlace> next_of_all();
  bool is_mixed(std::size_t algorithm) const;
  bool can_pay(const PointPlace& place) const;
  bool is_refused(const PointPlace& place);
  bool run_points(std::span<const PointPlace> places);
  void measure(const PointPlace& place);
  bool extend(std::size_t algorithm);
  void drop_untried();
  std::vector<double> out_of_fold(std::size_t algorithm, std::span<const double> weights) const;
  void weigh(std::size_t algorithm);
  void fall_back_to_baseline(TunedGrid& grid, std::size_t algorithm);
  bool is_of_trees(std::size_t algorithm) const;
  void blend();
  PreparedTraining prepared_for(std::size_t algorithm) const;
  bool fit(std::size_t algorithm, const PreparedTraining& data, TrainedModel& fitted);
  bool fit_final();
  void describe(const PreparedTraining& data);

  bool is_blend() const { return tuning_.blend && tuning_.blend->is_used; }
  std::vector<double> weights_of(std::size_t algorithm) const {
    std::vector<double> weights;
    for (const TuningPoint& point : tuning_.grids[algorithm].points)
      weights.push_back(point.weight);
    return weights;
  }
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
  QueryList useful_;  ///< those held out that points are compared by
  // Of each grid and point: values by query, if it was trained, and how long that took.
  std::vector<std::vector<std::optional<PointValues>>> values_;
  std::map<PointPlace, double> seconds_;
  std::vector<std::size_t> extensions_;
  std::set<PointPlace> left_out_;  ///< for want of time
  std::string left_out_words_;
  std::map<std::size_t, std::string>
      refused_;  ///< why the data is none for the algorithm of a grid
  std::vector<std::string> refused_words_;
  /// The grids of a blend that is used: of linear models, of trees.
  std::optional<std::pair<std::size_t, std::size_t>> blended_;
};

GridCell Tuner::cell(std::size_t algorithm, std::size_t point, std::size_t fold) const {
  const TuningPoint& own = tuning_.grids[algorithm].points[point];
  return {own.algorithm, merged(algorithms_[algorithm].options, own.options), fold, own.is_baseline,
          plan_.lambda};
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
    if (useful < queries_to_choose && has_fallback) return;
    folds = inner_tune_folds(pool_, plan_.preparation.seed);
  }
  tuning_.folds = folds.size();
  trials_.use_folds(std::move(folds));
  std::vector<std::size_t> all(tuning_.folds);
  std::iota(all.begin(), all.end(), std::size_t{0});
  tuning_.held_out = trials_.held_out(all);
  useful_ = queries_with_preferences(tuning_.held_out);
  trials_.keep_runs();
}

/// Keeps those that the queries held out are enough for.
void Tuner::set_algorithms() {
  for (const TunedAlgorithm& algorithm : plan_.algorithms) {
    if (algorithm.fewest_queries <= useful_.size()) algorithms_.push_back(algorithm);
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
    values_.emplace_back(grid.points.size());
    tuning_.grids.push_back(std::move(grid));
  }
  extensions_.assign(algorithms_.size(), 0);
}

/// Of the folds, and at most one more for each point that the model is made of.
std::size_t Tuner::most_trainings() const {
  std::size_t points = 0;
  std::size_t most_points = 0;
  for (std::size_t a = 0; a < algorithms_.size(); ++a) {
    const std::size_t own = tuning_.grids[a].points.size();
    const bool can_grow = algorithms_[a].is_own_grid && own > 1;
    const std::size_t further = rounds_of(tuning_.grids[a].points.back()) ? 1
                                : plan_.preparation.normaliser            ? 0
                                                                          : 2;
    points += own + (can_grow ? most_extensions * further : 0);
    most_points = std::max(most_points, own);
  }
  return points * tuning_.folds + most_points + (algorithms_.size() > 1 ? 1 : 0);
}

/// Whether the user let them come to their end.
bool Tuner::run_grids() {
  run_.expect(most_trainings());
  const bool is_limited = std::isfinite(plan_.seconds);
  for (auto next = next_of_all(); !next.empty(); next = next_of_all()) {
    if (is_limited) {
      if (!can_pay(next.front())) {
        left_out_.insert(next.front());
        continue;
      }
      next.resize(1);
    }
    if (!run_points(next)) return false;
  }
  drop_untried();
  return true;
}

/// Whether models of a grid can be mixed: then each point counts, not only the best.
bool Tuner::is_mixed(std::size_t algorithm) const {
  const TunedGrid& grid = tuning_.grids[algorithm];
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (grid.points[p].is_baseline || !values_[algorithm][p]) continue;
    if (result(algorithm, p, 0).can_be_mixed) return true;
  }
  return false;
}

/// Those that can be trained next: those without rounds first, then from few to many.
std::vector<PointPlace> Tuner::next_of_all() {
  std::vector<PointPlace> places;
  for (std::size_t a = 0; a < algorithms_.size(); ++a) {
    const auto points = [&] {
      return next_points({tuning_.grids[a].points, values_[a]}, metric(),
                         algorithms_[a].is_own_grid && !is_mixed(a));
    };
    std::vector<std::size_t> next = points();
    if (next.empty() && extend(a)) next = points();
    for (const std::size_t p : next) {
      if (!left_out_.contains({a, p}) && !refused_.contains(a)) places.push_back({a, p});
    }
  }
  std::ranges::stable_sort(places, {}, [&](const PointPlace& place) {
    return rounds_of(tuning_.grids[place.grid].points[place.point]).value_or(0.0);
  });
  return places;
}

/// Whether the time that is left will do for a point, by those that are most like it.
bool Tuner::can_pay(const PointPlace& place) const {
  const auto& point = tuning_.grids[place.grid].points[place.point];
  if (point.is_baseline) return true;
  double longest = 0.0;
  bool has_own = false;
  for (const auto& [other, seconds] : seconds_) {
    const bool is_own = other.grid == place.grid;
    if (has_own && !is_own) continue;
    if (is_own && !std::exchange(has_own, true)) longest = 0.0;
    const auto rounds = rounds_of(tuning_.grids[other.grid].points[other.point]);
    const double scale = is_own && rounds ? *rounds_of(point) / *rounds : 1.0;
    longest = std::max(longest, scale * seconds);
  }
  return seconds_.empty() ||
         trials_.seconds() + slower * longest <= share_of_choice * plan_.seconds;
}

/// Whether an algorithm cannot do with the data. One of several is left out then.
bool Tuner::is_refused(const PointPlace& place) {
  for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
    const CellScores* found = trials_.find(cell(place.grid, place.point, fold));
    if (found != nullptr && !found->refused.empty()) refused_.emplace(place.grid, found->refused);
  }
  return refused_.contains(place.grid);
}

/// Trains points on all folds; whether the user let them come to their end.
bool Tuner::run_points(std::span<const PointPlace> places) {
  std::vector<GridCell> cells;
  for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
    for (const PointPlace& place : places) cells.push_back(cell(place.grid, place.point, fold));
  }
  const double begin = trials_.seconds();
  TrialLimits limits;
  if (!seconds_.empty()) limits.end_before = share_of_choice * plan_.seconds;
  trials_.run(cells, limits, algorithms_.size() > 1);
  if (run_.has_ended()) return false;
  for (const PointPlace& place : places) {
    if (is_refused(place)) continue;
    bool is_whole = true;
    for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
      is_whole = is_whole && trials_.find(cell(place.grid, place.point, fold)) != nullptr;
    }
    if (!is_whole) {
      left_out_.insert(place);
      continue;
    }
    measure(place);
    if (!tuning_.grids[place.grid].points[place.point].is_baseline) {
      seconds_[place] = trials_.seconds() - begin;
    }
  }
  return true;
}

/// Adds points beyond the edge where that can be worth it: more rounds, which continue the run, and
/// other penalties where one penalty serves features of all scales. Whether there are some.
bool Tuner::extend(std::size_t algorithm) {
  TunedGrid& grid = tuning_.grids[algorithm];
  const bool may_grow = algorithms_[algorithm].is_own_grid &&
                        extensions_[algorithm] < most_extensions && left_out_.empty() &&
                        algorithms_[algorithm].points.size() > 1;
  if (!may_grow) return false;
  std::vector<TuningPoint> tried;
  std::size_t best = 0;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (grid.points[p].is_baseline || !values_[algorithm][p]) continue;
    tried.push_back(grid.points[p]);
    if (metric().is_better(tried.back().value, tried[best].value)) best = tried.size() - 1;
  }
  if (tried.empty()) return false;
  TuningPoint further = tried[best];
  const auto add = [&](const std::string& option, const std::string& value) {
    further.options[option] = value;
    grid.points.push_back(further);
    values_[algorithm].emplace_back();
  };
  const std::size_t before = grid.points.size();
  if (const auto rounds = rounds_of(further)) {
    const bool is_last = std::ranges::none_of(grid.points, [&](const TuningPoint& other) {
      return differs_only_in("rounds", further.options, other.options) && rounds_of(other) > rounds;
    });
    if (is_last) add("rounds", fmt::format("{}", 2.0 * *rounds));
  } else if (!plan_.preparation.normaliser && !plan_.preparation.given) {
    for (const std::string& strength :
         further_strengths(tried, best, metric(), extensions_[algorithm])) {
      add("strength", strength);
    }
  }
  ++extensions_[algorithm];
  return grid.points.size() > before;
}

/// Leaves the points that have values, and the algorithms that have such points. Throws when the
/// data is none for any algorithm.
void Tuner::drop_untried() {
  std::vector<std::string> names;
  for (const auto& [grid, point] : left_out_) {
    names.push_back(tuning_.grids[grid].algorithm + " " +
                    option_words(tuning_.grids[grid].points[point].options));
  }
  left_out_words_ = fmt::format("left out for want of time: {}; a larger --budget tries them",
                                fmt::join(names, ", "));
  if (refused_.size() == algorithms_.size()) throw NumericError(refused_.begin()->second);
  for (const auto& [grid, reason] : refused_) {
    refused_words_.push_back(tuning_.grids[grid].algorithm + " was left out: " + reason);
  }
  for (std::size_t a = algorithms_.size(); a-- > 0;) {
    std::vector<TuningPoint>& points = tuning_.grids[a].points;
    for (std::size_t p = points.size(); p-- > 0;) {
      if (values_[a][p] && !refused_.contains(a)) continue;
      points.erase(points.begin() + static_cast<std::ptrdiff_t>(p));
      values_[a].erase(values_[a].begin() + static_cast<std::ptrdiff_t>(p));
    }
    const bool is_empty = std::ranges::all_of(points, &TuningPoint::is_baseline);
    if (!is_empty || algorithms_.size() == 1) continue;
    const auto at = static_cast<std::ptrdiff_t>(a);
    algorithms_.erase(algorithms_.begin() + at);
    tuning_.grids.erase(tuning_.grids.begin() + at);
    values_.erase(values_.begin() + at);
  }
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

/// The values of a point on the queries held out.
void Tuner::measure(const PointPlace& place) {
  std::vector<double> scores;
  for (std::size_t fold = 0; fold < tuning_.folds; ++fold) {
    const std::vector<double>& own = result(place.grid, place.point, fold).scores;
    scores.insert(scores.end(), own.begin(), own.end());
  }
  const Evaluation evaluation = evaluated(scores);
  tuning_.grids[place.grid].points[place.point].value = evaluation.mean.front();
  const std::vector<double> by_query =
      values_by_query(evaluation, tuning_.held_out, trials_.metric().skips_blank);
  PointValues& values = values_[place.grid][place.point].emplace();
  for (const std::size_t q : useful_) values.push_back(by_query[q]);
}

/// Weighs the points of one algorithm and measures their mixture.
void Tuner::weigh(std::size_t algorithm) {
  TunedGrid& grid = tuning_.grids[algorithm];
  std::vector<PointValues> values;
  bool is_mixed = true;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (metric().is_better(grid.points[p].value, grid.points[grid.best].value)) grid.best = p;
    values.push_back(*values_[algorithm][p]);
    is_mixed = is_mixed && result(algorithm, p, 0).can_be_mixed;
  }
  std::vector<double> weights(grid.points.size());
  weights[grid.best] = 1.0;
  if (is_mixed && useful_.size() > 1) weights = point_weights(values, grid.best);
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

/// Whether the best of a grid are trees, not the baseline.
bool Tuner::is_of_trees(std::size_t algorithm) const {
  const TunedGrid& grid = tuning_.grids[algorithm];
  return find_algorithm(grid.algorithm).algorithm->keeps_start() &&
         !result(algorithm, grid.best, 0).can_be_mixed;
}

/// Looks for a blend of the best linear model and the best trees, where there are both.
void Tuner::blend() {
  std::optional<std::size_t> linear;
  std::optional<std::size_t> trees;
  for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
    const TunedGrid& grid = tuning_.grids[a];
    if (!is_of_trees(a) && !result(a, grid.best, 0).can_be_mixed) continue;
    std::optional<std::size_t>& best = is_of_trees(a) ? trees : linear;
    if (!best || metric().is_better(grid.value, tuning_.grids[*best].value)) best = a;
  }
  if (!linear || !trees) return;
  const std::vector<double> of_linear = out_of_fold(*linear, weights_of(*linear));
  const std::vector<double> of_trees = out_of_fold(*trees, weights_of(*trees));
  auto found = best_blend({tuning_.held_out, of_linear, of_trees}, metric(), plan_.preparation.seed,
                          [&](std::span<const double> scores) { return evaluated(scores); });
  if (!found) return;
  Blend& best = tuning_.blend.emplace(std::move(found->first));
  best.linear = tuning_.grids[*linear].algorithm;
  best.trees = tuning_.grids[*trees].algorithm;
  best.is_used = best.has_both() && !plan_.single;
  if (!best.is_used) return;
  tuning_.scores = std::move(found->second);
  blended_ = {*linear, *trees};
}

/// The data of the model. Trees by themselves do not need what `auto` does for linear models, nor
/// others the sets of trees.
PreparedTraining Tuner::prepared_for(std::size_t algorithm) const {
  PreparationPlan plan = plan_.preparation;
  if (!is_blend()) {
    const TunedAlgorithm& own = algorithms_[algorithm];
    if (plan.normaliser == NormaliserKind::automatic) {
      plan.normaliser = normaliser_for(own.name, "auto");
    }
    plan.splits_sets = plan.splits_sets && splits_sets(own.name, own.options);
  }
  return {plan, is_refitted() || tuning_.folds == 0
                    ? pool_
                    : take_queries(pool_, trials_.folds()[0].train)};
}

/// Trains the points of a grid that count on the data of the model; whether all were done.
bool Tuner::fit(std::size_t algorithm, const PreparedTraining& data, TrainedModel& fitted) {
  const TunedGrid& grid = tuning_.grids[algorithm];
  std::vector<std::size_t> used;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (grid.points[p].weight > 0.0) used.push_back(p);
  }
  std::vector<TrainedModel> models(used.size());
  std::vector<MixturePart> parts(used.size());
  run_.run(used.size(), [&](std::size_t i) {
    if (!run_.may_go_on(i)) return;
    models[i] = trials_.train(cell(algorithm, used[i]), data, [&] { return run_.may_go_on(i); });
    parts[i] = {grid.points[used[i]].weight,
                score_deviation(data.train(), score(models[i].model.kind, data.train()))};
    run_.count();
  });
  if (run_.has_ended()) return false;
  const auto best = static_cast<std::size_t>(std::ranges::find(used, grid.best) - used.begin());
  std::vector<ModelKind> kinds;
  for (const TrainedModel& model : models) kinds.push_back(model.model.kind);
  fitted = models[best];
  fitted.model.kind = mixed_model(kinds, mixture_factors(parts));
  fitted.model.training.algorithm = algorithms_[algorithm].name;
  if (used.size() > 1) {
    TrainingRecord& record = fitted.model.training;
    record.options = recorded_options(algorithms_[algorithm].options, plan_.loss);
    fitted.summary.penalty.reset();
    fitted.summary.stop = record.stop = "each of the mixed models by itself";
  }
  return true;
}

/// Trains the model; whether it was done.
bool Tuner::fit_final() {
  const std::size_t last = is_blend() ? blended_->second : tuning_.chosen;
  const PreparedTraining data = prepared_for(last);
  if (!fit(last, data, tuning_.trained)) return false;
  if (is_blend()) {
    TrainedModel linear;
    if (!fit(blended_->first, data, linear)) return false;
    ModelKind& kind = tuning_.trained.model.kind;
    kind = blended_model(*tuning_.blend, linear.model.kind, std::get<TreeEnsemble>(kind));
  }
  tuning_.fits = run_.done();
  describe(data);
  return true;
}

/// Writes into the model how it came about, and what the user should know of it.
void Tuner::describe(const PreparedTraining& data) {
  TrainingRecord& record = tuning_.trained.model.training;
  TrainingSummary& summary = tuning_.trained.summary;
  record.seen = seen_;
  if (tuning_.folds > 0) {
    const double value = is_blend() ? tuning_.blend->value : tuning_.grid().value;
    summary.validation = value;
    record.validation = {trials_.metric().metric.name(), value};
  }
  TuningRecord& tuning = record.tuning.emplace();
  tuning.rule = tune_rule_names[static_cast<std::size_t>(plan_.rule)];
  tuning.folds = tuning_.folds;
  if (const auto baseline = trials_.baseline()) {
    tuning.baseline = data.train().feature_name(*baseline);
  }
  for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
    const TunedGrid& grid = tuning_.grids[a];
    const bool is_used =
        is_blend() ? a == blended_->first || a == blended_->second : a == tuning_.chosen;
    double factor = is_used ? 1.0 : 0.0;
    if (is_blend() && is_used) {  // so that the weights of each kind add up to its share
      factor = a == blended_->second ? tuning_.blend->share : 1.0 - tuning_.blend->share;
      double sum = 0.0;
      for (const TuningPoint& point : grid.points) sum += point.weight;
      factor /= sum;
    }
    for (const TuningPoint& point : grid.points) {
      tuning.points.push_back(point);
      tuning.points.back().weight *= factor;
    }
    if (!is_used || tuning_.folds == 0) continue;
    for (const GridEdge& edge : edges_of(grid.points, grid.best, metric())) {
      summary.remarks.push_back(edge.words(algorithms_.size() > 1 ? grid.algorithm : ""));
    }
  }
  if (!left_out_.empty()) summary.remarks.push_back(left_out_words_);
  std::ranges::copy(refused_words_, std::back_inserter(summary.remarks));
}

std::optional<Tuning> Tuner::run() {
  if (tuning_.folds > 0) {
    if (!run_grids()) return std::nullopt;
    for (std::size_t a = 0; a < tuning_.grids.size(); ++a) {
      weigh(a);
      fall_back_to_baseline(tuning_.grids[a], a);
      if (metric().is_better(tuning_.grids[a].value, tuning_.grid().value)) {
        tuning_.chosen = a;
      }
    }
    tuning_.scores = out_of_fold(tuning_.chosen, weights_of(tuning_.chosen));
    blend();
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
