#include "podium/serving/request_log.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"

namespace podium::serving {

RequestLog::RequestLog(std::string path, std::function<void(const std::string&)> complain)
    : path_(std::move(path)), complain_(std::move(complain)) {
  reopen();
}

void RequestLog::reopen() {
  if (path_.empty()) return;
  AppendFile file(path_, AppendFile::Mode::of_owner);
  const std::lock_guard lock(mutex_);
  file_ = std::move(file);
}

void RequestLog::write(const Json& entry) {
  if (path_.empty()) return;
  const std::string line = entry.dump() + "\n";
  std::string words;
  {
    const std::lock_guard lock(mutex_);
    try {
      file_->append(line);
      if (lost_ > 0) {
        words = fmt::format("{}: the log is written again; {} missing", path_,
                            counted(lost_, "line is", "lines are"));
      }
      lost_ = 0;
    } catch (const StorageError& error) {
      if (lost_++ == 0) words = fmt::format("{}; requests are not logged", error.what());
      ++dropped_;
    }
  }
  if (!words.empty()) complain_(words);
}

}  // namespace podium::serving
