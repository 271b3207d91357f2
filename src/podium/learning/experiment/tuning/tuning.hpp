#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/blend.hpp"
#include "podium/learning/experiment/tuning/cell_trials.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

/// The points of one algorithm and how they were weighed.
struct TunedGrid {
  std::string algorithm;
  std::vector<TuningPoint> points;  ///< that were tried, with means over the queries held out
  std::size_t best = 0;
  double value = 0.0;  ///< of the metric, mean over the queries held out, of the mixture
};

/// A model with tuned options, and how it came about.
struct Tuning {
  std::size_t folds = 0;         ///< in which the points were trained; 0: too little data to choose
  std::size_t fits = 0;          ///< trainings in all
  std::vector<TunedGrid> grids;  ///< one per algorithm
  std::size_t chosen = 0;        ///< among the grids: the best one by itself
  std::optional<Blend> blend;    ///< where linear models and trees were compared
  TrainedModel trained;
  Dataset held_out;            ///< the queries that were held out, with their labels
  std::vector<double> scores;  ///< of the rows of held_out, by models that did not see them
  std::vector<double> baseline_scores;  ///< of the same rows; empty without a baseline

  const TunedGrid& grid() const { return grids[chosen]; }
};

/// With fewer queries that have preferences, the options are not chosen by parts of the data.
inline constexpr std::size_t queries_to_choose = 10;

/// Trains points on every fold, weighs the points of each algorithm by their values on the queries
/// held out (point_weights()), and chooses the algorithm whose mixture is best there, or the blend
/// of the best linear model and the best trees (Blend) if that is better. Grids of the program's
/// own are trained step by step: see next_points(), and further_strengths() for data that is not
/// normalised.
/// The model is the mixture of the points' models, trained on the training data, and on `vali` if
/// TunePlan::refits_with_vali says so. Where models cannot be mixed (networks), the best point is
/// the model. With a baseline, the result is never below it on the queries held out; else the
/// baseline is the result.
///
/// TuneRule::inner has five folds, or one of a fifth of the data above 20,000 queries; with fewer
/// than queries_to_choose queries that have preferences, the algorithm's fallback is trained
/// without a choice. Algorithms that need more queries than are held out are left out
/// (TunedAlgorithm), and so is what there is no time for (TunePlan::seconds): remarks of the
/// summary name it, and values at the edge of their grid. Trainings see no validation data, so that
/// no iteration is chosen by it: the penalty alone controls the fit. Folds and points run in
/// parallel; results do not depend on the number of threads. Finished trainings are kept in `log`,
/// if there is one, and not run again. Empty when `progress`, which is asked during and after every
/// training, ended the run.
///
/// Throws UsageError for TuneRule::split without validation data.
std::optional<Tuning> tune(const TunePlan& plan, const Dataset& train, const Dataset* vali,
                           CellLog<CellScores>* log = nullptr,
                           const RunProgressSink& progress = {});

}  // namespace podium
