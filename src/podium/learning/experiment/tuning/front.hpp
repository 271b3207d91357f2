#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/learning/experiment/tuning/cell_trials.hpp"

namespace podium {

/// A measure of the ranking by one of two labels, "ndcg@10(margin)", and what it must reach.
struct GoalMeasure {
  Measure measure;
  bool is_second = false;  ///< of the second label
  std::string text;
  double bound = 0.0;        ///< the least value, or its share of the existing ranking's
  bool is_relative = false;  ///< to the existing ranking
};

/// The first measure is to be as large as possible while the others reach their bounds.
using Goal = std::vector<GoalMeasure>;

/// Reads "ndcg@10(rel) subject to ndcg@10(margin) >= -1% and p@1(rel) >= 0.4" for labels of these
/// names; bounds in per cent are changes of the baseline's value. Throws UsageError for other
/// texts, labels and measures, and for a measure that is better when it is smaller.
Goal parse_goal(std::string_view text, const std::array<std::string, 2>& labels,
                const Profile& profile);

/// What a front is made of: one algorithm, of which the fallback is trained where it has several
/// points. The bounds must hold for the means, and in this share of resamples.
struct FrontPlan {
  TunePlan tune;
  Goal goal;
  double sure = 0.0;
};

/// A share of the second label, and its values of each measure on the queries held out.
struct FrontPoint {
  double lambda = 0.0;
  std::vector<double> value;
  std::vector<Interval> interval;             ///< 95 %, by Student's t
  std::vector<std::vector<double>> by_query;  ///< NaN for queries that do not count
  double share = 0.0;  ///< of 2,000 bootstrap samples of queries in which all bounds hold
  bool is_feasible = false;
};

/// Whether no other point is better by one of the first two measures and not worse by the other.
bool is_on_front(std::span<const FrontPoint> points, const FrontPoint& point);

/// The feasible point of the highest value, of equal ones that of the smallest lambda.
std::optional<std::size_t> best_feasible(std::span<const FrontPoint> points);

/// Models between two labels, and the one that was chosen.
struct Front {
  Goal goal;  ///< with bounds that are values
  std::size_t folds = 0;
  std::size_t fits = 0;
  std::vector<FrontPoint> points;  ///< by ascending lambda
  std::size_t chosen = 0;
  std::optional<FrontPoint> baseline;  ///< the existing ranking, if there is one
  OptionText options;                  ///< of all points
  TrainedModel trained;
};

/// Trains points for lambda = 0, 0.1, ..., 1 on the inner folds of tune(), the same for all, and
/// three more between the best feasible one and its infeasible neighbour, by bisection. The model
/// is the best one of all of these, trained on all queries; results do not depend on the number of
/// threads. Empty when `progress` ended the run. Requires second labels.
///
/// Throws UsageError for a bound relative to a baseline that there is not, and NumericError when no
/// point is feasible.
std::optional<Front> find_front(const FrontPlan& plan, const Dataset& train,
                                CellLog<CellScores>* log = nullptr,
                                const RunProgressSink& progress = {});

}  // namespace podium
