#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/learning/experiment/crossval.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"

namespace podium {

/// Data that a study runs on; exactly one of `folds`, `file` and `synth` is given.
struct StudyData {
  std::string name;
  std::string folds;                ///< folder with Fold1, Fold2, ...
  std::string file;                 ///< one file, to be split into folds
  std::optional<OptionText> synth;  ///< options of a generated data set
  std::size_t fold_count = 5;       ///< of `file` and `synth`
  OptionText read;                  ///< options of reading that differ from their defaults
  std::string normalise = "auto";
  std::string fill = "auto";
  std::string unjudged = "drop";   ///< see UnjudgedRule
  std::optional<double> sweep_to;  ///< larger values of the sweep are not run on it
};

/// A row of the study's tables: an algorithm with fixed options, and a grid of options to choose
/// from on validation data; or a ranker that needs no training.
struct StudyRow {
  std::string name;
  std::string algorithm;
  std::string feature;     ///< instead of an algorithm: a name, a number, or best_feature
  std::string run;         ///< instead of an algorithm: a TREC run
  std::string scores;      ///< instead of an algorithm: a file of scores
  bool ascending = false;  ///< of a feature: the smallest value is ranked first
  std::string pairs;       ///< of an algorithm: a file of preferences to learn from; see --pairs
  OptionText set;
  std::vector<GridAxis> grid;
  TuneRule tune = TuneRule::none;    ///< how options are chosen by the data, as for --tune
  bool refits_with_vali = false;     ///< of a tuned row: see TunePlan
  std::string baseline;              ///< of a tuned row: see TunePlan
  std::optional<std::string> truth;  ///< instead of the study's truths
  std::vector<std::uint64_t> seeds;  ///< instead of the study's; empty: those of the study
  std::vector<std::string> data;     ///< names of data it is run on; empty: all
  bool sweeps = true;                ///< false: the row ignores the sweep

  /// Whether it ranks without learning.
  bool is_fixed() const noexcept { return algorithm.empty(); }

  /// What the row ranks by, for results: the algorithm, "feature 7", "run" or "scores".
  std::string method() const;
};

/// One setting that is varied while all others stay fixed.
struct StudySweep {
  std::string over;  ///< a name of sweep_kinds(), or an option of the algorithms
  std::vector<std::string> values;
  std::vector<std::string> quick;  ///< those of a quick run; empty: some, evenly spaced
  std::size_t draws = 1;           ///< repetitions of the random choices of a sweep over data
  std::optional<double> target;    ///< value of the metric that a learning curve is to reach
};

/// Whether an option of the algorithms is swept.
bool is_option_sweep(const StudySweep& sweep);

/// The description of an experiment.
struct StudySpec {
  std::string name;  ///< short, for files
  std::string title;
  std::vector<std::string> text;  ///< paragraphs that introduce it
  std::vector<std::uint64_t> seeds = {1};
  std::vector<std::string> truths = {"graded"};
  std::string metric = "ndcg@10";
  std::string profile = "standard";
  bool condensed = false;    ///< documents without a judgement are removed from rankings
  bool skips_blank = false;  ///< queries without a relevant document are left out of all means
  std::string measures{usual_measures};
  std::vector<std::string> define;  ///< measures of one's own; see MeasureDefinitions
  std::string baseline;  ///< name of the row that others are compared with; empty: the first
  std::string test = "randomisation";
  std::string correction = "holm";
  bool pools_data = false;  ///< rows are also compared over the queries of all data sets together
  std::vector<StudyData> data;
  std::vector<StudyRow> rows;
  std::optional<StudySweep> sweep;
};

/// Reads the TOML of docs/experiments.md. Throws DataError with `source`, line and column for
/// invalid TOML, unknown keys and invalid values, and for an option that an algorithm does not
/// have.
StudySpec parse_study(std::string_view toml, const std::string& source);

/// The study's measures, with those that it defines.
MeasureDefinitions definitions_of(const StudySpec& spec);
MetricPlan metric_plan_of(const StudySpec& spec);
std::vector<Measure> measures_of(const StudySpec& spec);
const MeasureEntry& measure_entry(const StudySpec& spec, std::string_view measure);

/// The row of that name; throws UsageError naming the rows.
const StudyRow& find_row(const StudySpec& spec, std::string_view name);

/// The row that others are compared with.
const StudyRow& baseline_of(const StudySpec& spec);

}  // namespace podium
