#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/append_file.hpp"

namespace podium {

/// A file to which lines are appended; each line is on disk before append() returns. A process that
/// is killed leaves at most one incomplete last line, which the constructor removes. Only one
/// process at a time can have the file open.
class LineLog {
 public:
  /// Opens or creates the file. The first line of an existing file must begin with `beginning`;
  /// otherwise throws DataError and leaves the file unchanged. Throws StorageError when the file
  /// cannot be opened, UsageError when another process has it open.
  LineLog(std::filesystem::path path, std::string_view beginning);

  /// The whole lines that were there, without their ends.
  const std::vector<std::string>& lines() const noexcept { return lines_; }
  const std::filesystem::path& path() const noexcept { return file_.path(); }

  /// `line` has no line end.
  void append(std::string_view line);

 private:
  AppendFile file_;
  std::vector<std::string> lines_;
};

/// The whole lines of a file that may be growing; DataError when it cannot be read.
std::vector<std::string> read_whole_lines(const std::filesystem::path& path);

}  // namespace podium
