#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

/// One point of a grid.
struct TunedPoint {
  OptionText options;
  bool is_baseline = false;       ///< the baseline alone
  double value = 0.0;             ///< of the metric, mean over the queries held out
  double weight = 0.0;            ///< in the mixture
  std::optional<double> penalty;  ///< TrainingSummary::penalty, of the first fold
};

/// The points of one algorithm and how they were weighed.
struct TunedGrid {
  std::string algorithm;
  std::vector<TunedPoint> points;
  std::size_t best = 0;
  double value = 0.0;  ///< of the metric, mean over the queries held out, of the mixture
};

/// A model with tuned options, and how it came about.
struct Tuning {
  TuneRule rule = TuneRule::inner;
  std::size_t folds = 0;         ///< in which the points were trained; 0: too little data to choose
  std::size_t fits = 0;          ///< trainings in all
  std::vector<TunedGrid> grids;  ///< one per algorithm
  std::size_t chosen = 0;        ///< among the grids
  TrainedModel trained;
  Dataset held_out;            ///< the queries that were held out, with their labels
  std::vector<double> scores;  ///< of the rows of held_out, by models that did not see them
  std::vector<double> baseline_scores;  ///< of the same rows; empty without a baseline

  const TunedGrid& grid() const { return grids[chosen]; }
};

/// One point trained on one fold.
struct TuneCell {
  std::vector<double> scores;  ///< of the rows held out
  double deviation = 0.0;      ///< score_deviation() on the rows trained on
  bool can_be_mixed = false;   ///< the model
  std::optional<double> penalty;
  double seconds = 0.0;  ///< that the training took, where it was measured
  std::string refused;   ///< why there is no model; the rest has no meaning then
};

/// The place of a cell.
struct TunePlace {
  std::size_t algorithm = 0;
  std::size_t point = 0;
  std::size_t fold = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): takes the 0 that an order is compared with for a pointer
  auto operator<=>(const TunePlace&) const = default;
};

/// Storage of finished cells, so that an interrupted run can be resumed.
struct TuneMemory {
  std::function<std::optional<TuneCell>(const TunePlace&)> recall;
  std::function<void(const TunePlace&, const TuneCell&)> keep;
};

/// Called during and after every training, with the number of those done and of all. Returning
/// false ends the run.
using TuneProgress = std::function<bool(std::size_t done, std::size_t of)>;

/// Trains every point on every fold, weighs the points of each algorithm by their values on the
/// queries held out (point_weights()), and chooses the algorithm whose mixture is best there.
/// The model is the mixture of the points' models, of all data for TuneRule::inner, of the training
/// data for TuneRule::split. Where models cannot be mixed (networks), the best point is the model.
/// With a baseline, the result is never below it on the queries held out; else the baseline
/// is the result.
///
/// TuneRule::inner has five folds, or one of a fifth of the data above 20,000 queries; with fewer
/// than 10 queries that have preferences, the algorithm's fallback is trained without a choice.
/// Algorithms that need more queries than are held out are left out (TunedAlgorithm).
/// Trainings see no validation data, so that no iteration is chosen by it: the penalty alone
/// controls the fit. Folds and points run in parallel; results do not depend on the number of
/// threads. Empty when `progress` ended the run.
///
/// Throws UsageError for TuneRule::split without validation data.
std::optional<Tuning> tune(const TunePlan& plan, const Dataset& train, const Dataset* vali,
                           const TuneMemory& memory = {}, const TuneProgress& progress = {});

}  // namespace podium
