#include "podium/core/base/io/append_file.hpp"

#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/descriptor.hpp"

namespace podium {

AppendFile::AppendFile(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
  // O_NONBLOCK: a pipe that nobody reads is an error, and one that is full is like a full disk.
  constexpr int flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  if (const auto known = descriptor_of(path_)) {
    // A pipe is opened anew: to change the flags of one that other processes share would change
    // theirs. Where that is not allowed, as with one of another user, it is written to as it is.
    struct stat status {};
    if (::fstat(*known, &status) == 0 && S_ISFIFO(status.st_mode)) {
      descriptor_ = ::open(fmt::format("/proc/self/fd/{}", *known).c_str(), flags);
    }
    if (descriptor_ < 0) descriptor_ = ::fcntl(*known, F_DUPFD_CLOEXEC, 0);
  } else {
    descriptor_ = ::open(path_.c_str(), flags | O_CREAT, static_cast<::mode_t>(mode));
  }
  if (descriptor_ < 0) refuse("write");
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void AppendFile::refuse(std::string_view what) const {
  throw StorageError(fmt::format("{}: cannot {}: {}", path_.string(), what, system_reason()));
}

void AppendFile::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  throw UsageError(path_.string() + " is being written by another process");
}

void AppendFile::append(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count > 0) {
      done += static_cast<std::size_t>(count);
      continue;
    }
    const int reason = errno;
    struct stat status {};
    if (done > 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
      cut(static_cast<std::size_t>(status.st_size) - done);
    }
    errno = reason;
    refuse("write");
  }
}

std::size_t AppendFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) refuse("write");
  return static_cast<std::size_t>(status.st_size);
}

void AppendFile::cut(std::size_t size) {
  if (::ftruncate(descriptor_, static_cast<::off_t>(size)) != 0) refuse("write");
}

void AppendFile::sync() {
  if (::fdatasync(descriptor_) == 0 || errno == EINVAL) return;  // EINVAL: nothing to sync to
  refuse("bring to disk");
}

bool AppendFile::is_at_its_path() const {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor_, &open) == 0 && ::stat(path_.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace podium
