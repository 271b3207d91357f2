#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// A file that grows line by line, each on disk before append() returns. Whoever is killed leaves
/// at most a cut last line, which the next one drops. One process at a time may hold it.
class LineLog {
 public:
  /// Opens or makes the file. `beginning` is what the first line of such a file begins with: a file
  /// of something else is a DataError and left as it is. Throws StorageError when it cannot be
  /// opened, UsageError when another process has it.
  LineLog(std::filesystem::path path, std::string_view beginning);
  ~LineLog();
  LineLog(const LineLog&) = delete;
  LineLog& operator=(const LineLog&) = delete;
  LineLog(LineLog&&) = delete;
  LineLog& operator=(LineLog&&) = delete;

  /// The whole lines that were there, without their ends.
  const std::vector<std::string>& lines() const noexcept { return lines_; }
  const std::filesystem::path& path() const noexcept { return path_; }

  /// `line` has no line end.
  void append(std::string_view line);

 private:
  void drop_cut_line() const;

  std::filesystem::path path_;
  std::vector<std::string> lines_;
  int descriptor_ = -1;
  std::size_t size_ = 0;  ///< of the whole lines
};

/// The whole lines of a file that may be growing; DataError when it cannot be read.
std::vector<std::string> read_whole_lines(const std::filesystem::path& path);

}  // namespace podium
