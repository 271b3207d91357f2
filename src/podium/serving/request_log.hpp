#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "podium/core/base/io/append_file.hpp"
#include "podium/core/base/io/json.hpp"

namespace podium::serving {

/// A file of JSON lines, for its owner only, which is opened again after it was moved away. Lines
/// that the disk refuses are counted; the next one is tried again. Safe to use from several
/// threads.
class RequestLog {
 public:
  /// An empty path: nothing is written. `complain` is called when writing begins to fail, and when
  /// it works again. Throws StorageError when the file cannot be opened.
  RequestLog(std::string path, std::function<void(const std::string&)> complain);

  /// Throws StorageError when the file cannot be opened; the one before stays open then.
  void reopen();

  void write(const Json& entry);

  std::uint64_t dropped() const noexcept { return dropped_; }  ///< lines, so far

 private:
  std::string path_;
  std::function<void(const std::string&)> complain_;
  std::mutex mutex_;
  std::optional<AppendFile> file_;
  std::uint64_t lost_ = 0;  ///< since the last line that was written
  std::atomic<std::uint64_t> dropped_ = 0;
};

}  // namespace podium::serving
