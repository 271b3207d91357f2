#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/experiment/cell_log.hpp"
#include "podium/learning/experiment/cell_run.hpp"
#include "podium/learning/experiment/grid.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

/// The parts of one fold.
struct FoldData {
  Dataset train;
  Dataset vali;  ///< empty: there is none, and nothing to choose but by tuning
  Dataset test;
  std::optional<QueryPairs> pairs = {};  ///< of `train`, to learn instead of its labels
};

/// A cross-validation of one algorithm, or of several when tuned: on each fold, options are chosen
/// on validation data by `metric` and evaluated on test data.
struct CrossvalPlan {
  std::string algorithm;
  OptionText options;          ///< fixed options
  std::vector<GridAxis> grid;  ///< all combinations are tried
  /// Options are tuned on training and validation data as these say, instead of by `grid`; their
  /// preparation and metric are those of this plan.
  std::optional<TunePlan> tune;
  PreparationPlan preparation;
  MetricPlan metric;
  std::vector<Measure> measures;
  const OwnLoss* loss = nullptr;  ///< to minimise instead of the algorithm's, with `grid`
};

/// What was found on one fold: of one point of the grid, or of the best of several.
struct FoldOutcome {
  /// All combinations that were tried, with the metric on validation data. The value is NaN where
  /// nothing was held out.
  std::vector<TuningPoint> cells;
  std::size_t best = 0;  ///< index in `cells`
  std::string metric;    ///< name of what chose it, with its highest grade
  Evaluation vali;       ///< of the best cell
  Evaluation test;
  double seconds = 0.0;        ///< spent on all cells
  std::size_t skipped = 0;     ///< training queries that could not contribute
  std::vector<double> weight;  ///< feature_weights() of the best cell's model
  bool ranks_nothing = false;  ///< that model gives all documents of each training query one score
  std::vector<std::string> remarks;  ///< of that model's training

  Json json() const;
  /// Throws DataError for parts that do not fit together.
  static FoldOutcome read(const JsonReader& json);
};

/// Folds and cells run in parallel; a fold's data is loaded by load(fold) when its first cell
/// starts and released after its last. Each cell is trained as train() does, whatever the other
/// cells are. Of equal cells the first of grid_points() is chosen, the more strongly regularised
/// one. A missing value of the test data is refused before training unless the algorithm accepts
/// it. An error ends the run (CellRun). Results do not depend on the number of threads. Finished
/// cells are kept in `log`, if there is one, and not run again. Empty when `progress`, which is
/// asked during and after every training, ended the run early.
std::vector<FoldOutcome> cross_validate(const CrossvalPlan& plan, std::size_t fold_count,
                                        const std::function<FoldData(std::size_t)>& load,
                                        CellLog<FoldOutcome>* log = nullptr,
                                        const RunProgressSink& progress = {});

/// The number of cells of each fold. A tuned fold is one.
std::size_t cell_count(const CrossvalPlan& plan);

}  // namespace podium
