#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "podium/core/base/io/line_log.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium::cli {

/// A file to which a tuning appends each finished training as one line of JSON, after a first line
/// that says which tuning it is.
class TuningFile {
 public:
  /// Reads what is there. Throws UsageError when the file belongs to another training and DataError
  /// when it is damaged.
  TuningFile(const std::filesystem::path& path, const std::string& identity);

  /// Whether there is a file and it belongs to this tuning.
  static bool is_of(const std::filesystem::path& path, const std::string& identity);

  std::optional<TuneCell> recall(const TunePlace& place) const;
  void keep(const TunePlace& place, const TuneCell& cell);

  /// Of this file, which must outlive it.
  TuneMemory memory();

  std::size_t known() const noexcept { return cells_.size(); }

 private:
  LineLog log_;
  std::map<TunePlace, TuneCell> cells_;
};

}  // namespace podium::cli
