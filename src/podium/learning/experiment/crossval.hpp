#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
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

/// One combination of options on one fold.
struct GridCell {
  OptionText options;          ///< of the grid
  double vali = 0.0;           ///< the metric; NaN: nothing was held out
  double weight = 0.0;         ///< in the mixture of a tuned fold; 0: not used
  std::string algorithm = {};  ///< of a tuned fold
  bool is_baseline = false;    ///< of a tuned fold: the baseline alone
};

/// The results of some cells of one fold.
struct FoldOutcome {
  std::vector<GridCell> cells;
  std::size_t best = 0;  ///< index in `cells`
  std::string metric;    ///< name of what chose it, with its highest grade
  Evaluation vali;       ///< of the best cell
  Evaluation test;
  double seconds = 0.0;        ///< spent on all cells
  std::size_t skipped = 0;     ///< training queries that could not contribute
  std::vector<double> weight;  ///< feature_weights() of the best cell's model
  bool ranks_nothing = false;  ///< that model gives all documents of each training query one score
  std::vector<std::string> remarks;  ///< of that model's training
};

/// Storage of finished outcomes, so that an interrupted run can be resumed. A chain is a part of
/// the cells of a fold that is computed in one go.
struct CrossvalMemory {
  std::function<std::optional<FoldOutcome>(std::size_t fold, std::size_t chain)> recall;
  std::function<void(std::size_t fold, std::size_t chain, const FoldOutcome&)> keep;
};

/// Called during and after every training, with the number of finished and of all chains. Returning
/// false ends the run; the chains in progress are given up.
using CrossvalProgress = std::function<bool(std::size_t done, std::size_t of)>;

/// Folds and chains run in parallel; a fold's data is loaded by load(fold) when its first chain
/// starts and released after its last. Each cell is trained as train() does, whatever the other
/// cells are: none starts from the model of another. A chain goes along the algorithm's path option
/// from strong to weak regularisation; of equal cells of a chain the more strongly regularised one
/// is chosen, of equal chains the first in the order of the grid. A missing value of the test data
/// is refused before training unless the algorithm accepts it. Results do not depend on the number
/// of threads. Empty when `progress` ended the run early.
std::vector<FoldOutcome> cross_validate(const CrossvalPlan& plan, std::size_t fold_count,
                                        const std::function<FoldData(std::size_t)>& load,
                                        const CrossvalMemory& memory = {},
                                        const CrossvalProgress& progress = {});

/// Number of chains of a plan's grid in each fold.
std::size_t chain_count(const CrossvalPlan& plan);

}  // namespace podium
