#include "podium/base/io/read_once.hpp"

#include <cerrno>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/base/error.hpp"

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

/// All that was read only once, by the number of its file.
struct Kept {
  std::mutex mutex;
  std::map<std::pair<::dev_t, ::ino_t>, KeptBytes> bytes;

  std::optional<KeptBytes> find(const struct stat& status) const {
    const auto found = bytes.find({status.st_dev, status.st_ino});
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
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  const std::scoped_lock lock(kept().mutex);
  return kept().find(status);
}

KeptBytes bytes_read_once(int descriptor, const std::string& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw cannot_read(path);
  const std::scoped_lock lock(kept().mutex);
  if (const auto found = kept().find(status)) return *found;
  const KeptBytes bytes = read_all(descriptor, path);
  kept().bytes.emplace(std::pair(status.st_dev, status.st_ino), bytes);
  return bytes;
}

}  // namespace podium
