#include "podium/learning/experiment/tuning/front.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium {

namespace {

constexpr std::size_t bisections = 3;
constexpr std::size_t resamples = 2000;
/// A bound is reached from so little below: sums of equal values differ by rounding.
constexpr double rounding = 1e-12;

[[noreturn]] void refuse(std::string_view found, const std::string& expected) {
  throw UsageError(fmt::format("maximise: found {}, expected {}", in_quotes(found), expected));
}

/// The text before a separator, which is taken away with it; all if there is none.
std::string_view taken(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view first = text.substr(0, end);
  text = end == std::string_view::npos ? "" : text.substr(end + separator.size());
  return trimmed(first);
}

GoalMeasure goal_measure(std::string_view text, const std::array<std::string, 2>& labels,
                         const Profile& profile) {
  const std::size_t open = std::min(text.rfind('('), text.size());
  const std::string_view label = text.substr(open);
  const bool is_second = label == "(" + labels[1] + ")";
  if (!is_second && label != "(" + labels[0] + ")") {
    refuse(text, fmt::format("a measure of a label, such as ndcg@10({}) or ndcg@10({})", labels[0],
                             labels[1]));
  }
  const Measure measure = parse_measure(text.substr(0, open), profile);
  if (measure.entry().smaller_is_better) {
    refuse(text, "a measure that is better when it is larger");
  }
  return {measure, is_second, measure.name() + std::string(label)};
}

class FrontRun {
 public:
  FrontRun(const FrontPlan& plan, const Dataset& train, CellLog<CellScores>* log,
           const RunProgressSink& progress)
      : plan_(plan),
        train_(train),
        algorithm_(plan.tune.algorithms.front()),
        run_(progress),
        trials_(plan.tune, train, log == nullptr ? own_log_ : *log, run_) {
    trials_.use_folds(inner_tune_folds(train, plan.tune.preparation.seed));
    trials_.keep_runs();
    front_.goal = plan.goal;
    front_.folds = trials_.folds().size();
    std::vector<std::size_t> folds(front_.folds);
    std::iota(folds.begin(), folds.end(), std::size_t{0});
    first_ = trials_.held_out(folds);
    second_ = with_second_truth(first_);
    for (std::size_t q = 0; q < first_.query_count(); ++q) {
      queries_.push_back(q);
      weights_.push_back(first_[q].weight);
    }
    front_.options =
        merged(algorithm_.options,
               algorithm_.points.size() > 1 ? algorithm_.fallback : algorithm_.points.front());
  }

  std::optional<Front> run();

 private:
  GridCell cell(double lambda, std::size_t fold, bool is_baseline) const {
    return {algorithm_.name, front_.options, fold, is_baseline, lambda};
  }
  std::vector<FrontPoint> measured(std::span<const double> lambdas, bool is_baseline = false);
  void measure(const GoalMeasure& goal, std::span<const double> scores, FrontPoint& point) const;
  bool reaches(const FrontPoint& point, std::span<const std::size_t> queries) const;
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
  Dataset first_;                     ///< the queries held out
  Dataset second_;                    ///< the same with their second labels
  std::vector<std::size_t> queries_;  ///< the numbers of all of them
  std::vector<double> weights_;       ///< of each
  Front front_;
};

/// Trains points on all folds and measures them; nothing if the user ended that.
std::vector<FrontPoint> FrontRun::measured(std::span<const double> lambdas, bool is_baseline) {
  std::vector<GridCell> cells;
  for (std::size_t fold = 0; fold < front_.folds; ++fold) {
    for (const double lambda : lambdas) cells.push_back(cell(lambda, fold, is_baseline));
  }
  trials_.run(cells);
  if (run_.has_ended()) return {};
  std::vector<FrontPoint> points;
  for (const double lambda : lambdas) {
    std::vector<double> scores;
    for (std::size_t fold = 0; fold < front_.folds; ++fold) {
      const std::vector<double>& own = trials_.find(cell(lambda, fold, is_baseline))->scores;
      scores.insert(scores.end(), own.begin(), own.end());
    }
    points.push_back({.lambda = lambda});
    for (const GoalMeasure& goal : plan_.goal) measure(goal, scores, points.back());
  }
  return points;
}

void FrontRun::measure(const GoalMeasure& goal, std::span<const double> scores,
                       FrontPoint& point) const {
  const Dataset& data = goal.is_second ? second_ : first_;
  const PreparationPlan& plan = plan_.tune.preparation;
  const Measure measure = goal.measure.with_top_grade(
      highest_label(goal.is_second ? with_second_truth(train_) : train_));
  const Evaluation found = evaluate_scores(data, scores, std::span(&measure, 1), plan_.tune.metric,
                                           plan.truth, plan.seed);
  if (std::isnan(found.mean.front())) {
    throw NumericError(fmt::format("no query can be evaluated by {}", goal.text));
  }
  point.value.push_back(found.mean.front());
  point.interval.push_back(mean_intervals(found, {}, plan.seed).front());
  point.by_query.push_back(values_by_query(found, data, plan_.tune.metric.skips_blank));
}

/// Whether the means over these queries reach all bounds.
bool FrontRun::reaches(const FrontPoint& point, std::span<const std::size_t> queries) const {
  for (std::size_t m = 1; m < plan_.goal.size(); ++m) {
    const auto& [bound, is_relative] = std::pair(plan_.goal[m].bound, plan_.goal[m].is_relative);
    double above = 0.0;
    for (const std::size_t q : queries) {
      const double least = is_relative ? bound * front_.baseline->by_query[m][q] : bound;
      const double difference = point.by_query[m][q] - least;
      if (!std::isnan(difference)) above += weights_[q] * difference;
    }
    if (above < -rounding * static_cast<double>(queries.size())) return false;
  }
  return true;
}

/// Whether the user let them come to their end.
bool FrontRun::add_points(std::span<const double> lambdas) {
  for (FrontPoint& point : measured(lambdas)) {
    const std::vector<double> held =
        resampled(resamples, plan_.tune.preparation.seed, "front", [&](RandomStream& stream) {
          std::vector<std::size_t> drawn(queries_.size());
          for (std::size_t& q : drawn) q = stream.below(queries_.size());
          return reaches(point, drawn) ? 1.0 : 0.0;
        });
    point.share = std::accumulate(held.begin(), held.end(), 0.0) / static_cast<double>(resamples);
    point.is_feasible = reaches(point, queries_) && point.share >= plan_.sure;
    front_.points.push_back(std::move(point));
  }
  std::ranges::sort(front_.points, {}, &FrontPoint::lambda);
  return !run_.has_ended();
}

/// Looks between the best feasible point and an infeasible one beside it; whether the user let
/// that come to its end.
bool FrontRun::bisect() {
  const std::size_t best = *best_feasible(front_.points);
  double feasible = front_.points[best].lambda;
  std::optional<double> infeasible;
  for (const std::size_t other : {best + 1, best - 1}) {
    if (other < front_.points.size() && !front_.points[other].is_feasible) {
      infeasible = front_.points[other].lambda;
    }
  }
  for (std::size_t step = 0; infeasible && step < bisections; ++step) {
    const double middle = 0.5 * (feasible + *infeasible);
    if (!add_points(std::span(&middle, 1))) return false;
    const auto added = std::ranges::find(front_.points, middle, &FrontPoint::lambda);
    (added->is_feasible ? feasible : *infeasible) = middle;
  }
  return true;
}

void FrontRun::refuse_infeasible() const {
  if (best_feasible(front_.points)) return;
  std::vector<std::string> missed;
  for (std::size_t m = 1; m < front_.goal.size(); ++m) {
    const FrontPoint& best = std::ranges::max(
        front_.points, {}, [&](const FrontPoint& point) { return point.value[m]; });
    missed.push_back(fmt::format("{} reaches {:.4f} at most (lambda {:g}), expected {:.4f}",
                                 front_.goal[m].text, best.value[m], best.lambda,
                                 front_.goal[m].bound));
  }
  throw NumericError(fmt::format(
      "no lambda reaches the bounds on held-out queries: {}; they hold in {:.1f} % of resamples at "
      "most, expected {:g} %",
      fmt::join(missed, "; "),
      100.0 * std::ranges::max(front_.points, {}, &FrontPoint::share).share, 100.0 * plan_.sure));
}

/// Trains the model; whether it was done.
bool FrontRun::fit() {
  const FrontPoint& best = front_.points[front_.chosen];
  const PreparedTraining data(plan_.tune.preparation, train_);
  front_.trained =
      trials_.train(cell(best.lambda, 0, false), data, [&] { return run_.may_go_on(); });
  run_.count();
  TrainingRecord& record = front_.trained.model.training;
  front_.trained.summary.validation = best.value.front();
  record.validation = {front_.goal.front().text, best.value.front()};
  TuningRecord& tuning = record.tuning.emplace();
  tuning.rule = tune_rule_names[static_cast<std::size_t>(TuneRule::inner)];
  tuning.folds = front_.folds;
  if (const auto baseline = trials_.baseline()) {
    tuning.baseline = data.train().feature_name(*baseline);
  }
  for (const FrontPoint& point : front_.points) {
    tuning.points.push_back({.algorithm = algorithm_.name,
                             .options = {{"lambda", fmt::format("{:g}", point.lambda)}},
                             .value = point.value.front(),
                             .weight = &point == &best ? 1.0 : 0.0});
  }
  return !run_.has_ended();
}

std::optional<Front> FrontRun::run() {
  constexpr std::array grid = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  const std::size_t baselines = trials_.baseline() ? front_.folds : 0;
  run_.expect(baselines + (grid.size() + bisections) * front_.folds + 1);
  if (trials_.baseline()) {
    std::vector<FrontPoint> alone = measured(std::span(grid).first(1), true);
    if (alone.empty()) return std::nullopt;
    front_.baseline = std::move(alone.front());
  }
  for (std::size_t m = 1; m < front_.goal.size(); ++m) {
    if (front_.goal[m].is_relative) front_.goal[m].bound *= front_.baseline->value[m];
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

Goal parse_goal(std::string_view text, const std::array<std::string, 2>& labels,
                const Profile& profile) {
  std::string_view rest = text;
  Goal goal = {goal_measure(taken(rest, " subject to "), labels, profile)};
  if (rest.empty()) refuse(text, "MEASURE(LABEL) subject to MEASURE(LABEL) >= BOUND");
  for (bool has_more = true; has_more;) {
    has_more = rest.find(" and ") != std::string_view::npos;
    const std::string_view whole = taken(rest, " and ");
    std::string_view number = whole;
    const std::string_view name = taken(number, ">=");
    const bool is_relative = number.ends_with('%');
    if (is_relative) number.remove_suffix(1);
    number = trimmed(number);
    if (number.starts_with('+')) number.remove_prefix(1);
    const auto value = parse_number<double>(number);
    if (!value) {
      refuse(whole, fmt::format("MEASURE(LABEL) >= BOUND, such as ndcg@10({}) >= -1%", labels[1]));
    }
    goal.push_back(goal_measure(name, labels, profile));
    goal.back().bound = is_relative ? 1.0 + *value / 100.0 : *value;
    goal.back().is_relative = is_relative;
  }
  return goal;
}

bool is_on_front(std::span<const FrontPoint> points, const FrontPoint& point) {
  return std::ranges::none_of(points, [&](const FrontPoint& other) {
    return other.value[0] >= point.value[0] && other.value[1] >= point.value[1] &&
           (other.value[0] > point.value[0] || other.value[1] > point.value[1]);
  });
}

std::optional<std::size_t> best_feasible(std::span<const FrontPoint> points) {
  std::optional<std::size_t> best;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!points[p].is_feasible) continue;
    if (!best || points[p].value[0] > points[*best].value[0]) best = p;
  }
  return best;
}

std::optional<Front> find_front(const FrontPlan& plan, const Dataset& train,
                                CellLog<CellScores>* log, const RunProgressSink& progress) {
  expects(plan.tune.algorithms.size() == 1, "one algorithm");
  if (plan.tune.baseline.empty() && std::ranges::any_of(plan.goal, &GoalMeasure::is_relative)) {
    throw UsageError(
        "maximise: a bound in per cent is relative to the existing ranking; name it by --baseline, "
        "or give the value itself");
  }
  return FrontRun(plan, train, log, progress).run();
}

}  // namespace podium
