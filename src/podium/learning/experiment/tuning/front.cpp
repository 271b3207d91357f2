#include "podium/learning/experiment/tuning/front.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium {

namespace {

constexpr std::size_t grid_steps = 10;
constexpr std::size_t bisections = 3;
constexpr std::size_t resamples = 2000;
/// A bound is reached from so little below: sums of equal values differ by rounding.
constexpr double rounding = 1e-12;

const TunedAlgorithm& checked(const FrontPlan& plan) {
  expects(plan.tune.algorithms.size() == 1, "one algorithm");
  const bool needs_baseline = std::ranges::any_of(plan.goal.bounds, &Bound::is_relative);
  if (needs_baseline && plan.tune.baseline.empty()) {
    throw UsageError(
        "maximise: a bound in per cent is relative to the existing ranking; name it by --baseline, "
        "or give the value itself");
  }
  return plan.tune.algorithms.front();
}

class FrontRun {
 public:
  FrontRun(const FrontPlan& plan, const Dataset& train, CellLog<CellScores>* log,
           const RunProgressSink& progress)
      : plan_(plan),
        train_(train),
        algorithm_(checked(plan)),
        run_(progress),
        trials_(plan.tune, train, log == nullptr ? own_log_ : *log, run_) {
    trials_.use_folds(inner_tune_folds(train, plan.tune.preparation.seed));
    trials_.keep_runs();
    front_.folds = trials_.folds().size();
    std::vector<std::size_t> all(front_.folds);
    std::iota(all.begin(), all.end(), std::size_t{0});
    first_ = trials_.held_out(all);
    second_ = with_second_truth(first_);
    front_.queries = first_.query_count();
    front_.options = merged(algorithm_.options, algorithm_.points.size() > 1
                                                    ? algorithm_.fallback
                                                    : algorithm_.points.front());
  }

  std::optional<Front> run();

 private:
  /// Values of a ranking by query, of the measure that is maximised and of each bound; NaN for
  /// queries that do not count.
  using Values = std::vector<std::vector<double>>;

  GridCell cell(double lambda, std::size_t fold, bool is_baseline = false) const {
    return {algorithm_.name, front_.options, fold, is_baseline, lambda};
  }
  bool train_all(const std::vector<GridCell>& cells);
  FrontPoint measured(const GridCell& of_fold, Values* by_query = nullptr) const;
  std::vector<double> differences(std::size_t bound, std::span<const double> values) const;
  bool holds(std::span<const double> differences, std::span<const std::size_t> queries) const;
  double share_of(const std::vector<std::vector<double>>& differences) const;
  bool add_points(std::span<const double> lambdas);
  bool bisect();
  void refuse_infeasible() const;
  bool fit();

  const FrontPlan& plan_;
  const Dataset& train_;
  const TunedAlgorithm& algorithm_;
  CellRun run_;
  CellLog<CellScores> own_log_;
  CellTrials trials_;
  Dataset first_;   ///< the queries held out
  Dataset second_;  ///< the same with their second labels
  Values baseline_;
  Front front_{.goal = plan_.goal};
};

/// Whether the user let them come to their end.
bool FrontRun::train_all(const std::vector<GridCell>& cells) {
  trials_.run(cells);
  return !run_.has_ended();
}

/// The point of a cell and those of the other folds.
FrontPoint FrontRun::measured(const GridCell& of_fold, Values* by_query) const {
  std::vector<double> scores;
  GridCell own = of_fold;
  for (own.fold = 0; own.fold < front_.folds; ++own.fold) {
    const std::vector<double>& part = trials_.find(own)->scores;
    scores.insert(scores.end(), part.begin(), part.end());
  }
  FrontPoint point{.lambda = of_fold.lambda};
  Values values;
  const auto measure = [&](const LabelMeasure& of) {
    const Dataset& data = of.is_second ? second_ : first_;
    MetricPlan metric = plan_.tune.metric;
    metric.metric = of.measure.with_top_grade(
        of.is_second ? highest_label(with_second_truth(train_)) : highest_label(train_));
    const Evaluation found =
        evaluate_scores(data, scores, std::span(&metric.metric, 1), metric,
                        plan_.tune.preparation.truth, plan_.tune.preparation.seed);
    if (std::isnan(found.mean.front())) {
      throw NumericError(fmt::format("no query can be evaluated by {}", of.text));
    }
    values.push_back(values_by_query(found, data, metric.skips_blank));
    return std::pair(found.mean.front(),
                     mean_intervals(found, {}, plan_.tune.preparation.seed).front());
  };
  std::tie(point.value, point.interval) = measure(plan_.goal.maximised);
  for (const Bound& bound : plan_.goal.bounds) {
    const auto [value, interval] = measure(bound.of);
    point.bound_value.push_back(value);
    point.bound_interval.push_back(interval);
  }
  if (by_query != nullptr) *by_query = std::move(values);
  return point;
}

/// By how much each query is above a bound.
std::vector<double> FrontRun::differences(std::size_t bound, std::span<const double> values) const {
  const Bound& own = plan_.goal.bounds[bound];
  std::vector<double> above;
  for (std::size_t q = 0; q < values.size(); ++q) {
    const double least = own.is_relative ? own.value * baseline_[bound + 1][q] : own.value;
    above.push_back(values[q] - least);
  }
  return above;
}

/// Whether the mean over these queries reaches a bound.
bool FrontRun::holds(std::span<const double> differences,
                     std::span<const std::size_t> queries) const {
  double sum = 0.0;
  double weights = 0.0;
  for (const std::size_t q : queries) {
    if (std::isnan(differences[q])) continue;
    sum += first_[q].weight * differences[q];
    weights += first_[q].weight;
  }
  return sum >= -rounding * weights;
}

double FrontRun::share_of(const std::vector<std::vector<double>>& differences) const {
  const std::vector<double> held =
      resampled(resamples, plan_.tune.preparation.seed, "front", [&](RandomStream& stream) {
        std::vector<std::size_t> queries(front_.queries);
        for (std::size_t& q : queries) q = stream.below(front_.queries);
        return std::ranges::all_of(differences, [&](const auto& own) { return holds(own, queries); })
                   ? 1.0
                   : 0.0;
      });
  return std::accumulate(held.begin(), held.end(), 0.0) / static_cast<double>(resamples);
}

/// Trains and measures points; whether the user let them come to their end.
bool FrontRun::add_points(std::span<const double> lambdas) {
  std::vector<GridCell> cells;
  for (std::size_t fold = 0; fold < front_.folds; ++fold) {
    for (const double lambda : lambdas) cells.push_back(cell(lambda, fold));
  }
  if (!train_all(cells)) return false;
  std::vector<std::size_t> all(front_.queries);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const double lambda : lambdas) {
    Values values;
    FrontPoint point = measured(cell(lambda, 0), &values);
    std::vector<std::vector<double>> above;
    for (std::size_t b = 0; b < plan_.goal.bounds.size(); ++b) {
      above.push_back(differences(b, values[b + 1]));
    }
    point.share = share_of(above);
    point.is_feasible =
        std::ranges::all_of(above, [&](const auto& own) { return holds(own, all); }) &&
        point.share >= plan_.sure;
    front_.points.push_back(std::move(point));
  }
  std::ranges::sort(front_.points, {}, &FrontPoint::lambda);
  return true;
}

/// Looks between the best feasible point and an infeasible one beside it; whether the user let
/// that come to its end.
bool FrontRun::bisect() {
  const std::size_t best = *best_feasible(front_.points);
  double feasible = front_.points[best].lambda;
  std::optional<double> infeasible;
  if (best + 1 < front_.points.size() && !front_.points[best + 1].is_feasible) {
    infeasible = front_.points[best + 1].lambda;
  }
  if (best > 0 && !front_.points[best - 1].is_feasible) {
    infeasible = front_.points[best - 1].lambda;
  }
  for (std::size_t step = 0; infeasible && step < bisections; ++step) {
    const double middle = 0.5 * (feasible + *infeasible);
    if (!add_points(std::span(&middle, 1))) return false;
    const bool is_feasible =
        std::ranges::find(front_.points, middle, &FrontPoint::lambda)->is_feasible;
    (is_feasible ? feasible : *infeasible) = middle;
  }
  return true;
}

void FrontRun::refuse_infeasible() const {
  if (best_feasible(front_.points)) return;
  std::vector<std::string> missed;
  for (std::size_t b = 0; b < front_.bounds.size(); ++b) {
    const auto best = std::ranges::max_element(
        front_.points, {}, [&](const FrontPoint& point) { return point.bound_value[b]; });
    missed.push_back(fmt::format("{} reaches {:.4f} at most (lambda {:g}), expected {:.4f}",
                                 plan_.goal.bounds[b].of.text, best->bound_value[b], best->lambda,
                                 front_.bounds[b]));
  }
  const double share = std::ranges::max(front_.points, {}, &FrontPoint::share).share;
  throw NumericError(fmt::format(
      "no model between the two objectives is within the bounds on held-out queries: {}{}",
      fmt::join(missed, "; "),
      plan_.sure > 0.0 ? fmt::format("; the bounds hold in {:.1f} % of resamples at most, expected "
                                     "{:g} %",
                                     100.0 * share, 100.0 * plan_.sure)
                       : ""));
}

/// Trains the model; whether it was done.
bool FrontRun::fit() {
  const FrontPoint& best = front_.points[front_.chosen];
  const PreparedTraining data(plan_.tune.preparation, train_);
  front_.trained = trials_.train(cell(best.lambda, 0), data, [&] { return run_.may_go_on(); });
  run_.count();
  if (run_.has_ended()) return false;
  TrainingRecord& record = front_.trained.model.training;
  front_.trained.summary.validation = best.value;
  record.validation = {plan_.goal.maximised.text, best.value};
  TuningRecord& tuning = record.tuning.emplace();
  tuning.rule = tune_rule_names[static_cast<std::size_t>(TuneRule::inner)];
  tuning.folds = front_.folds;
  if (const auto baseline = trials_.baseline()) {
    tuning.baseline = data.train().feature_name(*baseline);
  }
  for (const FrontPoint& point : front_.points) {
    tuning.points.push_back({.algorithm = algorithm_.name,
                             .options = {{"lambda", fmt::format("{:g}", point.lambda)}},
                             .value = point.value,
                             .weight = &point == &best ? 1.0 : 0.0});
  }
  return true;
}

std::optional<Front> FrontRun::run() {
  std::vector<double> grid;
  for (std::size_t i = 0; i <= grid_steps; ++i) {
    grid.push_back(static_cast<double>(i) / static_cast<double>(grid_steps));
  }
  const std::size_t baselines = trials_.baseline() ? front_.folds : 0;
  run_.expect(baselines + (grid.size() + bisections) * front_.folds + 1);
  if (trials_.baseline()) {
    std::vector<GridCell> cells;
    for (std::size_t fold = 0; fold < front_.folds; ++fold) cells.push_back(cell(0.0, fold, true));
    if (!train_all(cells)) return std::nullopt;
    front_.baseline = measured(cell(0.0, 0, true), &baseline_);
  }
  for (std::size_t b = 0; b < plan_.goal.bounds.size(); ++b) {
    const Bound& bound = plan_.goal.bounds[b];
    front_.bounds.push_back(
        bound.is_relative ? bound.value * front_.baseline->bound_value[b] : bound.value);
  }
  if (!add_points(grid)) return std::nullopt;
  refuse_infeasible();
  if (!bisect()) return std::nullopt;
  front_.chosen = *best_feasible(front_.points);
  if (!fit()) return std::nullopt;
  front_.fits = run_.done() - baselines;
  return std::move(front_);
}

}  // namespace

bool is_on_front(std::span<const FrontPoint> points, const FrontPoint& point) {
  const double own = point.bound_value.front();
  return std::ranges::none_of(points, [&](const FrontPoint& other) {
    const double bound = other.bound_value.front();
    return other.value >= point.value && bound >= own && (other.value > point.value || bound > own);
  });
}

std::optional<std::size_t> best_feasible(std::span<const FrontPoint> points) {
  std::optional<std::size_t> best;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!points[p].is_feasible) continue;
    if (!best || points[p].value > points[*best].value) best = p;
  }
  return best;
}

std::optional<Front> find_front(const FrontPlan& plan, const Dataset& train,
                                CellLog<CellScores>* log, const RunProgressSink& progress) {
  return FrontRun(plan, train, log, progress).run();
}

}  // namespace podium
