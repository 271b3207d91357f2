#pragma once

#include <filesystem>

namespace podium {

/// Keeps other processes that lock the same folder out of it. A folder that is not there is made,
/// and removed again if it is still empty at the end.
class FolderLock {
 public:
  /// Throws UsageError when another process has the lock, StorageError when there is no folder.
  explicit FolderLock(std::filesystem::path folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock(FolderLock&&) = delete;
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  std::filesystem::path folder_;
  bool is_new_ = false;
  int descriptor_ = -1;
};

}  // namespace podium
