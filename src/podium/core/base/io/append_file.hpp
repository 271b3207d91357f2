#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace podium {

/// A file to whose end whole pieces are written, such as the lines of a log. What the disk refuses
/// is not there in part, and the next piece is tried again: after a full disk has room, writing
/// goes on. Never waits for a reader of a pipe.
class AppendFile {
 public:
  /// Who may read a file that is made: its owner alone, or whom the process allows (umask).
  enum class Mode { of_owner = 0600, of_process = 0666 };

  /// Opens or creates the file; throws StorageError when it cannot.
  AppendFile(std::filesystem::path path, Mode mode);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

  /// Keeps other processes from opening it with lock(); throws UsageError when one has.
  void lock();

  /// All of `bytes` or, with a StorageError, nothing.
  void append(std::string_view bytes);

  std::size_t size() const;
  void cut(std::size_t size);  ///< drops what is behind
  void sync();                 ///< brings what was appended to disk

  /// Whether the path still leads to the file that is open: it was not moved away.
  bool is_at_its_path() const;

 private:
  [[noreturn]] void refuse(std::string_view what) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace podium
