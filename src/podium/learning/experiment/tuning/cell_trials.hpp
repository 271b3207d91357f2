#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/experiment/cell_log.hpp"
#include "podium/learning/experiment/cell_run.hpp"
#include "podium/learning/experiment/tuning/halving.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"

namespace podium {

/// What a training of a cell gave.
struct CellScores {
  std::vector<double> scores;  ///< of the rows held out
  double deviation = 0.0;      ///< score_deviation() on the rows trained on
  bool can_be_mixed = false;   ///< the model
  double seconds = 0.0;        ///< that the training took
  std::string refused;         ///< why there is no model; the rest has no meaning then

  Json json() const;
  static CellScores read(const JsonReader& json);
};

/// The values of the first measure by the queries of the data; NaN for those that do not count.
std::vector<double> values_by_query(const Evaluation& evaluation, const Dataset& data,
                                    bool skips_blank);

/// Trains cells on folds of some data, and measures them on the rows held out. Borrows all that it
/// is given.
class CellTrials {
 public:
  CellTrials(const TunePlan& plan, const Dataset& pool, CellLog<CellScores>& log, CellRun& run);

  void use_folds(std::vector<TuneFold> folds) { folds_ = std::move(folds); }

  /// For a grid that is run in several steps: a cell with more `rounds` than a finished one, and
  /// otherwise its options, continues the training of that one, which gives the same model as a
  /// training from the beginning. Folds stay prepared if they are small.
  void keep_runs();

  const std::vector<TuneFold>& folds() const noexcept { return folds_; }

  /// The metric of the plan, with the highest grade of the data.
  const MetricPlan& metric() const noexcept { return metric_; }
  /// The feature that is the existing ranking, if there is one.
  std::optional<std::size_t> baseline() const noexcept { return baseline_; }

  /// Trains the cells that the log does not have, until the run or a limit ends it. With
  /// `keeps_refusals`, what an algorithm or the data refuses is a result, too; else it is thrown.
  void run(std::span<const GridCell> cells, const TrialLimits& limits = {},
           bool keeps_refusals = false);

  /// Null for a cell without a result.
  const CellScores* find(const GridCell& cell) const { return log_.find(cell); }
  /// Whether its training was begun and a limit or the user ended it.
  bool was_ended(const GridCell& cell) const { return ended_.contains(cell); }

  /// The model of a cell on other data. `run` has no progress sink of its own.
  TrainedModel train(const GridCell& cell, const PreparedTraining& data,
                     const std::function<bool()>& may_go_on, RunOptions run = {}) const;

  /// The queries that these folds hold out, one fold after the other.
  Dataset held_out(std::span<const std::size_t> folds) const;
  /// The metric of the scores of rows that were held out.
  Evaluation evaluated(const Dataset& held_out, std::span<const double> scores) const;

  /// Since this object was made.
  double seconds() const;
  /// The sum over the trainings that were run.
  double trained_seconds() const noexcept { return trained_seconds_; }

 private:
  bool is_known(const GridCell& cell) const;
  std::shared_ptr<const PreparedTuneFold> loaded_fold(std::size_t fold);
  TrainedModel continued(const GridCell& cell, const PreparedTuneFold& fold,
                         const std::function<bool()>& may_go_on);
  std::optional<CellScores> result_of(const GridCell& cell, const PreparedTuneFold& fold,
                                      const std::function<bool()>& may_go_on);

  const TunePlan& plan_;
  const Dataset& pool_;
  CellLog<CellScores>& log_;
  CellRun& run_;
  MetricPlan metric_;
  std::optional<std::size_t> baseline_;
  std::vector<TuneFold> folds_;
  bool keeps_runs_ = false;
  bool keeps_folds_ = false;
  std::map<std::size_t, std::shared_ptr<const PreparedTuneFold>> kept_folds_;
  std::map<GridCell, Checkpoint> paused_;  ///< by cells without their rounds
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::set<GridCell> ended_;
  double trained_seconds_ = 0.0;
};

}  // namespace podium
