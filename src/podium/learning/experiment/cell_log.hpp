#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/io/line_log.hpp"
#include "podium/learning/experiment/grid.hpp"

namespace podium {

/// Which run the file of a log belongs to.
struct LoggedRun {
  std::filesystem::path path;
  std::string identity;  ///< all that its results depend on; files by their contents
  // As messages call the file and the run.
  std::string label = "checkpoint";
  std::string what = "training";
};

/// The file of a CellLog: a first line that says which run it belongs to, then a line of JSON for
/// each finished cell.
class CellFile {
 public:
  /// Throws UsageError when the file belongs to another run and DataError when it is damaged.
  explicit CellFile(const LoggedRun& run);

  /// Removes a file without finished cells, such as that of a run that failed: it would only keep
  /// the next one, with other data, from using the name.
  ~CellFile();
  CellFile(const CellFile&) = delete;
  CellFile& operator=(const CellFile&) = delete;
  CellFile(CellFile&&) = delete;
  CellFile& operator=(CellFile&&) = delete;

  /// Whether there is a file and it belongs to this run.
  static bool is_of(const LoggedRun& run);

  /// Those that were there, with their results.
  std::vector<std::pair<GridCell, JsonReader>> cells() const;

  void append(const GridCell& cell, Json result);

 private:
  LineLog log_;
  bool is_empty_ = false;
};

/// The finished cells of a run that chooses options. With a file, a run that was killed can be
/// resumed. Result has json() and a static read().
template <class Result>
class CellLog {
 public:
  /// Without a file.
  CellLog() = default;

  explicit CellLog(const LoggedRun& run) : file_(std::in_place, run) {
    for (const auto& [cell, json] : file_->cells()) {
      results_.insert_or_assign(cell, Result::read(json));
    }
  }

  /// Null for a cell that is not finished. The result stays where it is.
  const Result* find(const GridCell& cell) const {
    const std::scoped_lock lock(mutex_);
    const auto found = results_.find(cell);
    return found == results_.end() ? nullptr : &found->second;
  }

  void keep(const GridCell& cell, Result result) {
    const std::scoped_lock lock(mutex_);
    if (file_) file_->append(cell, result.json());
    results_.insert_or_assign(cell, std::move(result));
  }

  std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return results_.size();
  }

 private:
  std::optional<CellFile> file_;
  mutable std::mutex mutex_;
  std::map<GridCell, Result> results_;
};

}  // namespace podium
