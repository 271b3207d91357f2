#include "podium/core/base/io/folder_lock.hpp"

#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"

namespace podium {

FolderLock::FolderLock(std::filesystem::path folder)
    : folder_(std::move(folder)), is_new_(!std::filesystem::exists(folder_)) {
  std::filesystem::create_directories(folder_);
  descriptor_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw StorageError(folder_.string() + ": cannot open the folder: " + system_reason());
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(descriptor_);
  throw UsageError(folder_.string() + " is being written by another process");
}

FolderLock::~FolderLock() {
  std::error_code is_not_empty;
  if (is_new_) std::filesystem::remove(folder_, is_not_empty);
  ::close(descriptor_);
}

}  // namespace podium
