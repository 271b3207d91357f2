#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/learning/experiment/tuning/cell_trials.hpp"
#include "podium/learning/experiment/tuning/goal.hpp"

namespace podium {

/// What a front is made of. `tune` has one algorithm, of which the fallback is trained where it has
/// several points.
struct FrontPlan {
  TunePlan tune;
  Goal goal;
  /// The least share of resamples in which the bounds must hold; 0: they hold for the means.
  double sure = 0.0;
};

/// A share of the second objective, with means over the queries held out.
struct FrontPoint {
  double lambda = 0.0;
  double value = 0.0;  ///< of the measure that is maximised
  Interval interval;   ///< 95 %, by Student's t
  std::vector<double> bound_value;
  std::vector<Interval> bound_interval;
  double share = 0.0;  ///< of 2,000 bootstrap samples of queries in which all bounds hold
  bool is_feasible = false;
};

/// Whether no other point is better by the measure that is maximised or that of the first bound
/// without being worse by the other.
bool is_on_front(std::span<const FrontPoint> points, const FrontPoint& point);

/// The feasible point of the highest value, of equal ones that of the smallest lambda.
std::optional<std::size_t> best_feasible(std::span<const FrontPoint> points);

/// Models between two objectives, and the one that was chosen.
struct Front {
  Goal goal;
  std::size_t folds = 0;
  std::size_t fits = 0;
  std::size_t queries = 0;         ///< held out
  std::vector<FrontPoint> points;  ///< by ascending lambda
  std::size_t chosen = 0;
  std::vector<double> bounds;          ///< the least values
  std::optional<FrontPoint> baseline;  ///< the existing ranking, if there is one
  OptionText options;                  ///< of all points
  TrainedModel trained;
};

/// Trains points for lambda = 0, 0.1, ..., 1 on the inner folds of tune(), the same for all, and
/// three more between the best feasible one (best_feasible()) and its infeasible neighbour, by
/// bisection. The model is the best one of all of these, trained on all queries. Data with second
/// labels; results do not depend on the number of threads. Empty when `progress` ended the run.
///
/// Throws UsageError for a bound relative to a baseline that there is not, and NumericError when no
/// point is feasible.
std::optional<Front> find_front(const FrontPlan& plan, const Dataset& train,
                                CellLog<CellScores>* log = nullptr,
                                const RunProgressSink& progress = {});

}  // namespace podium
