#include "podium/core/base/io/temporary_files.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace podium {

namespace {

/// A signal handler may neither lock nor allocate: it takes names out of these slots, which the
/// others fill and empty one at a time. More files than slots are never written at a time; those
/// beyond would only not be removed.
struct Names {
  std::mutex mutex;
  std::array<std::atomic<char*>, 1024> slots{};
};

Names& names() {
  static Names names;
  return names;
}

// Made before any handler can run.
[[maybe_unused]] const Names& made_at_start = names();

}  // namespace

int created_beside(const std::filesystem::path& path, std::filesystem::path& name, ::mode_t mode) {
  static std::atomic<std::uint64_t> count{0};
  while (true) {
    name = fmt::format("{}.part-{}-{}", path.string(), ::getpid(), ++count);
    note_temporary_file(name);
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0) return descriptor;
    const int reason = errno;
    forget_temporary_file(name);
    errno = reason;
    if (reason != EEXIST) return descriptor;
  }
}

void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

void note_temporary_file(const std::filesystem::path& path) {
  const std::string& text = path.native();
  char* name = new char[text.size() + 1];
  std::memcpy(name, text.c_str(), text.size() + 1);
  const std::scoped_lock lock(names().mutex);
  for (std::atomic<char*>& slot : names().slots) {
    char* empty = nullptr;
    if (slot.compare_exchange_strong(empty, name)) return;
  }
  delete[] name;
}

void forget_temporary_file(const std::filesystem::path& path) {
  const std::scoped_lock lock(names().mutex);
  for (std::atomic<char*>& slot : names().slots) {
    char* name = slot.load();
    if (name == nullptr || path.native() != name) continue;
    // A handler that was faster keeps the name.
    if (slot.compare_exchange_strong(name, nullptr)) delete[] name;
    return;
  }
}

void remove_temporary_files() noexcept {
  for (std::atomic<char*>& slot : names().slots) {
    char* name = slot.exchange(nullptr);
    if (name == nullptr) continue;
    ::unlink(name);
    // Who noted it frees it.
    char* empty = nullptr;
    slot.compare_exchange_strong(empty, name);
  }
}

}  // namespace podium
