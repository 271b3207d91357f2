#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/io/line_log.hpp"
#include "podium/learning/experiment/cell_run.hpp"
#include "podium/learning/study/cell.hpp"
#include "podium/learning/study/result.hpp"

namespace podium {

/// Where a study finds its data, and how much of it is run.
struct StudyWorld {
  std::filesystem::path folder;     ///< base of relative paths of data
  bool leaves_out_missing = false;  ///< skips missing data sets instead of throwing UsageError
  std::size_t max_folds = 0;        ///< of every data set; 0: all
  std::size_t max_values = 0;       ///< of a sweep, its ends among them, or those it names; 0: all
  std::size_t max_seeds = 0;        ///< the first ones; 0: all
  /// Opens a data set in place of the files that the spec names; none: the files are opened.
  /// Nothing is returned for a data set that is missing.
  std::function<std::optional<StudySource>(const StudyData&)> open = {};
  std::uint64_t partition = 0;  ///< above 0: another partition into folds; see repartitioned()
};

/// A study with its data sources.
class Study {
 public:
  Study(std::string spec_text, const std::string& source, const StudyWorld& world);

  /// The spec, reduced as StudyWorld says.
  const StudySpec& spec() const noexcept { return spec_; }
  const std::string& spec_text() const noexcept { return spec_text_; }
  const std::vector<StudyCell>& cells() const noexcept { return cells_; }
  const std::vector<StudySource>& sources() const noexcept { return sources_; }

  /// The missing data sets.
  const std::vector<StudyData>& missing() const noexcept { return missing_; }

  /// Runs the cells missing from `log` (see results_beginning) in parallel, and appends each to it
  /// when it is done. Returns all results in the order of the spec, nothing when `progress`, which
  /// is asked after each cell, ended the run; cells in progress are finished. An error ends the run
  /// (CellRun). Results depend neither on the number of threads nor on interruptions.
  std::optional<StudyResults> run(LineLog& log, const RunProgressSink& progress = {}) const;

 private:
  std::string spec_text_;
  StudySpec spec_;
  std::filesystem::path folder_;
  std::vector<StudySource> sources_;
  std::vector<StudyData> missing_;
  std::vector<StudyCell> cells_;
};

/// The results of a file, sorted by its spec. Results with a key that differs from the one of the
/// last run (other spec, data or library version) are omitted.
StudyResults read_study_results(const std::filesystem::path& path);

}  // namespace podium
