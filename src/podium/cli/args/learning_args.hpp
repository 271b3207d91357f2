#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "podium/cli/args/measuring_args.hpp"
#include "podium/cli/command.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/format/read.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/trees/histogram_limit.hpp"

namespace podium::cli {

/// The arguments that all commands that train have in common.
struct LearningArgs {
  std::string algorithm;
  std::vector<std::string> set;
  std::vector<std::string> grid;
  std::string tune;
  bool refit_with_vali = false;
  bool single = false;
  std::string baseline;
  std::string truth = "graded";
  std::string unjudged = "drop";
  std::string metric = "ndcg@10";
  std::string profile = "standard";
  std::string measures{usual_measures};
  MeasuringArgs measuring;
  IntervalOptions intervals;
  std::string fill = "auto";
  std::string normalise = "auto";
  std::string categorical;
  bool allow_empty = false;
  bool by_position = false;
  ReadOptions read;

  void add_to(Command& command);

  // Parts of add_to(), for commands that need only some of them.

  /// The algorithm; `others` is a further name that the command knows, which `meaning` explains.
  void add_algorithm(Command& command, std::string_view others, const std::string& meaning);
  /// --set and --grid.
  void add_options(Command& command);
  /// How options are chosen by the data.
  void add_tuning(Command& command);
  /// Whether validation data is trained on.
  void add_refit(Command& command);
  /// The existing ranking.
  void add_baseline(Command& command);
  /// The truth, the measure to choose by, and its conventions.
  void add_metric(Command& command);
  /// Whether a model that ranks nothing is taken.
  void add_allow_empty(Command& command);
  /// What is measured, and measures of the user's own.
  void add_measuring(Command& command);
  /// What is measured on test data.
  void add_reported(Command& command);
  /// Preparation and reading of the data.
  void add_data(Command& command);

  /// The flags that give an argument which is not the default, for a command line that trains in
  /// the same way; without algorithm, options, grid, tuning and what is only reported.
  std::vector<std::string> given_flags() const;

  /// Whether the algorithm is to be chosen, too.
  bool is_automatic() const { return algorithm == automatic; }

  /// The options of --set; throws UsageError for one that the algorithm does not have.
  OptionText options() const;

  /// Throws UsageError for an option of --set that has no effect: with the values of others, or
  /// where no `validation` data is looked at during training.
  void check_set(bool validation) const;

  /// The values of --grid; throws UsageError for one that the algorithm does not have.
  std::vector<GridAxis> axes() const;

  /// How --tune says that options are chosen; without it by the validation data if the user gave
  /// some, else by inner folds, unless --set or `fixed` leaves nothing to choose.
  TuneRule tune_rule(bool fixed, bool has_vali) const;

  /// Throws UsageError where the rule would leave validation data unused.
  void check_inner(TuneRule rule, bool has_vali) const;

  /// What is to be tuned.
  TunePlan tune_plan(TuneRule rule, std::uint64_t seed) const;

  PreparationPlan preparation(std::uint64_t seed) const;

  /// Throws UsageError for rules of measuring that cannot be followed.
  MetricPlan metric_plan() const;

  /// How to read training data: --categorical names its columns of words.
  ReadOptions read_training() const;

  /// How to read data that nothing is learnt from: weights are the training data's.
  ReadOptions read_held_out() const;

  /// Throws NumericError for a model that gives all documents of each training query one score,
  /// unless the user allows it; says what the training changed by itself. Throws DataError if
  /// training data on disk changed meanwhile.
  void check_trained(const TrainedModel& trained, const Dataset& train,
                     const Context& context) const;

  /// The same for a model that was found to rank nothing, `whose` in words.
  void refuse_empty(const std::string& whose, const Context& context) const;

  /// Half of the memory that the user allows for the data.
  HistogramLimit histogram_limit() const {
    return HistogramLimit(static_cast<std::size_t>(read.memory_limit_gb * 0.5e9));
  }

  /// The measures that the user defined.
  MeasureDefinitions definitions() const { return MeasureDefinitions(measuring.define); }

  /// The measures to report.
  std::vector<Measure> measure_list() const;
};

}  // namespace podium::cli
