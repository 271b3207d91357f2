#include "podium/core/base/io/read_once.hpp"

#include <cerrno>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

DataError cannot_read(const std::string& path) {
  return {{path}, fmt::format("cannot read: {}", system_reason())};
}

void append(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot_read(path);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::size_t copy_all(int from, int to, const std::string& path) {
  std::vector<char> buffer(std::size_t{1} << 18);
  std::size_t size = 0;
  while (true) {
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot_read(path);
    if (count == 0) return size;
    append(to, {buffer.data(), static_cast<std::size_t>(count)}, path);
    size += static_cast<std::size_t>(count);
  }
}

KeptBytes read_all(int descriptor, const std::string& path) {
  const int memory = ::memfd_create("podium", MFD_CLOEXEC);
  if (memory < 0) throw cannot_read(path);
  try {
    return {memory, copy_all(descriptor, memory, path)};
  } catch (...) {
    ::close(memory);
    throw;
  }
}

/// What tells files apart. The time of birth, because the number of a removed file is given again.
using FileKey = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::uint32_t>;

std::optional<FileKey> key_of(int descriptor, const std::string& path, int flags) {
  struct statx status {};
  if (::statx(descriptor, path.c_str(), flags, STATX_INO | STATX_BTIME, &status) != 0) {
    return std::nullopt;
  }
  const std::uint64_t device = (std::uint64_t{status.stx_dev_major} << 32) | status.stx_dev_minor;
  return FileKey{device, status.stx_ino, status.stx_btime.tv_sec, status.stx_btime.tv_nsec};
}

/// All that was read only once.
struct Kept {
  std::mutex mutex;
  std::map<FileKey, KeptBytes> bytes;

  std::optional<KeptBytes> find(const FileKey& key) const {
    const auto found = bytes.find(key);
    if (found == bytes.end()) return std::nullopt;
    return found->second;
  }
};

Kept& kept() {
  static Kept all;
  return all;
}

}  // namespace

std::optional<KeptBytes> bytes_read_before(const std::string& path) {
  const auto key = key_of(AT_FDCWD, path, 0);
  if (!key) return std::nullopt;
  const std::scoped_lock lock(kept().mutex);
  return kept().find(*key);
}

KeptBytes bytes_read_once(int descriptor, const std::string& path) {
  const auto key = key_of(descriptor, "", AT_EMPTY_PATH);
  if (!key) throw cannot_read(path);
  const std::scoped_lock lock(kept().mutex);
  const ::off_t start = ::lseek(descriptor, 0, SEEK_CUR);
  const bool is_seekable = start >= 0;
  if (!is_seekable) {
    if (const auto found = kept().find(*key)) return *found;
  }
  const KeptBytes bytes = read_all(descriptor, path);
  if (is_seekable) ::lseek(descriptor, start, SEEK_SET);
  KeptBytes& slot = kept().bytes[*key];
  if (slot.descriptor >= 0) ::close(slot.descriptor);
  slot = bytes;
  return bytes;
}

}  // namespace podium
