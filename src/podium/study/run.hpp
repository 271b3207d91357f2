#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "podium/base/line_log.hpp"
#include "podium/study/cell.hpp"
#include "podium/study/result.hpp"

namespace podium {

/// How far a study is.
struct StudyProgress {
  std::size_t done = 0;
  std::size_t of = 0;
  std::string name;  ///< of the cell that is done, for people
};

/// Told when a cell is done. False ends the run; cells that have begun are brought to their end.
using StudyProgressSink = std::function<bool(const StudyProgress&)>;

/// How a study meets the world.
struct StudyWorld {
  std::filesystem::path folder;     ///< relative paths of data are below it
  bool leaves_out_missing = false;  ///< data sets that are not there, instead of a UsageError
  std::size_t most_folds = 0;       ///< of every data set; 0: all
  std::size_t most_values = 0;      ///< of a sweep, its ends among them; 0: all
  std::size_t most_seeds = 0;       ///< the first ones; 0: all
};

/// A study whose data is found.
class Study {
 public:
  Study(std::string spec_text, const std::string& source, const StudyWorld& world);

  /// The spec, thinned as the world wants it.
  const StudySpec& spec() const noexcept { return spec_; }
  const std::string& spec_text() const noexcept { return spec_text_; }
  const std::vector<StudyCell>& cells() const noexcept { return cells_; }
  const std::vector<StudySource>& sources() const noexcept { return sources_; }

  /// The data sets that were left out.
  const std::vector<StudyData>& missing() const noexcept { return missing_; }

  /// Runs the cells that `log` (see results_beginning) does not have yet, in parallel, and appends
  /// each to it when it is done. Returns all results in the order of the spec, nothing when
  /// `progress` ended the run. Results do not depend on the number of threads, nor on how often a
  /// run was killed on the way.
  std::optional<StudyResults> run(LineLog& log, const StudyProgressSink& progress = {}) const;

 private:
  std::string spec_text_;
  StudySpec spec_;
  std::vector<StudySource> sources_;
  std::vector<StudyData> missing_;
  std::vector<StudyCell> cells_;
};

/// The results of a file, sorted by its spec. What the spec, the data or the library that the last
/// run had would give another key is left out.
StudyResults read_study_results(const std::filesystem::path& path);

}  // namespace podium
