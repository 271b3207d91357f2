#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/experiment/crossval.hpp"

namespace podium {

/// Data that a study runs on; exactly one of `folds`, `file` and `synth` is given.
struct StudyData {
  std::string name;
  std::string folds;                ///< folder with Fold1, Fold2, ...
  std::string file;                 ///< one file, to be split into folds
  std::optional<OptionText> synth;  ///< options of a generated data set
  std::size_t fold_count = 5;       ///< of `file` and `synth`
  std::string normalise = "none";
  std::string fill = "auto";
  std::string unjudged = "drop";  ///< see UnjudgedRule
};

/// A row of the study's tables: an algorithm with fixed options, and a grid of options to choose
/// from on validation data.
struct StudyRow {
  std::string name;
  std::string algorithm;
  OptionText set;
  std::vector<GridAxis> grid;
  std::optional<std::string> truth;  ///< instead of the study's truths
  std::vector<std::string> data;     ///< names of data it is run on; empty: all
  bool sweeps = true;                ///< false: the row ignores the sweep
};

/// One setting that is varied while all others stay fixed.
struct StudySweep {
  /// "k" (the truth is topk:VALUE), "train-share" (of the training queries), "label-noise" (share
  /// of training labels replaced at random), or an option of the algorithms.
  std::string over;
  std::vector<std::string> values;
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
  std::string measures = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err";
  std::string baseline;  ///< name of the row that others are compared with; empty: the first
  std::string test = "randomisation";
  std::string correction = "holm";
  std::vector<StudyData> data;
  std::vector<StudyRow> rows;
  std::optional<StudySweep> sweep;
};

/// Reads the TOML of docs/experiments.md. Throws DataError with `source`, line and column for
/// invalid TOML, unknown keys and invalid values, and for an option that an algorithm does not
/// have.
StudySpec parse_study(std::string_view toml, const std::string& source);

/// The row of that name; throws UsageError naming the rows.
const StudyRow& find_row(const StudySpec& spec, std::string_view name);

/// The row that others are compared with.
const StudyRow& baseline_of(const StudySpec& spec);

}  // namespace podium
