#include "podium/core/base/io/out_of_core.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/mapped_ranges.hpp"
#include "podium/core/base/io/scratch_file.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

std::atomic<std::size_t> bulk_in_memory{0};
std::atomic<std::size_t> passes{0};
std::atomic<bool> is_pass_backward{false};

std::string gigabytes(std::size_t bytes) {
  return fmt::format("{:.3g} GB", static_cast<double>(bytes) / 1e9);
}

/// Memory of the system, which is zero.
std::shared_ptr<void> own_memory(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw StorageError(fmt::format("cannot allocate {} bytes of memory", bytes));
  }
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  bulk_in_memory += bytes;
  return {memory, [bytes](void* begin) {
            ::munmap(begin, bytes);
            bulk_in_memory -= bytes;
          }};
}

/// A part of the disk, mapped.
class ScratchMemory {
 public:
  ScratchMemory(const fs::path& folder, std::size_t bytes, const std::string& remedy)
      : bytes_(bytes), name_((folder / "podium-scratch").string()) {
    const int descriptor = nameless_file(folder);
    if (descriptor < 0) refuse(folder, remedy, system_reason());
    // All of it now: a disk that is full later could only end the program.
    const int problem = ::posix_fallocate(descriptor, 0, static_cast<::off_t>(bytes));
    void* begin = MAP_FAILED;
    if (problem == 0) {
      begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    const std::string reason =
        problem == 0 ? system_reason() : std::generic_category().message(problem);
    ::close(descriptor);
    if (begin == MAP_FAILED) refuse(folder, remedy, reason);
    begin_ = static_cast<char*>(begin);
    note_mapped_range(begin_, bytes_, name_);
  }
  ~ScratchMemory() {
    forget_mapped_range(begin_);
    ::munmap(begin_, bytes_);
  }
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;
  ScratchMemory(ScratchMemory&&) = delete;
  ScratchMemory& operator=(ScratchMemory&&) = delete;

  void* begin() const noexcept { return begin_; }

 private:
  [[noreturn]] void refuse(const fs::path& folder, const std::string& remedy,
                           const std::string& reason) const {
    throw StorageError(
        fmt::format("{}: no room for {} of data that exceeds the memory limit: {} ({})",
                    folder.string(), gigabytes(bytes_), reason, remedy));
  }

  char* begin_ = nullptr;
  std::size_t bytes_;
  std::string name_;
};

/// A file that is read again and again.
struct ReadFile {
  fs::path path;
  struct ::stat status {};
};

/// Memory in use, in bytes.
struct InUse {
  std::size_t all = 0;
  std::size_t mapped = 0;  ///< of files
};

InUse memory_in_use(int statm) {
  std::array<char, 256> text{};
  const auto size = ::pread(statm, text.data(), text.size(), 0);
  const char* at = text.data();
  const char* const end = at + std::max<::ssize_t>(size, 0);
  std::array<std::size_t, 3> pages{};  // of the address space, in use, of files
  for (std::size_t& number : pages) {
    at = std::from_chars(at, end, number).ptr;
    if (at != end) ++at;
  }
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return {pages[1] * page, pages[2] * page};
}

}  // namespace

struct OutOfCore::Watch {
  using Clock = std::chrono::steady_clock;

  std::size_t limit = 0;
  fs::path scratch;
  std::string remedy;
  std::function<void(const std::string&)> say;

  std::mutex mutex;
  std::vector<ReadFile> files;
  std::condition_variable wake;
  bool ends = false;
  std::atomic<bool> is_used = false;
  int statm = -1;                         ///< negative: the system does not tell memory in use
  std::atomic<std::size_t> least = 0;     ///< of mapped memory in use, that of the program itself
  std::atomic<Clock::rep> next_look = 0;  ///< of those who read data
  std::thread thread;

  static std::atomic<Watch*>& current() {
    static std::atomic<Watch*> watch{nullptr};
    return watch;
  }

  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  Watch(Watch&&) = delete;
  Watch& operator=(Watch&&) = delete;
  ~Watch() {
    {
      const std::scoped_lock lock(mutex);
      ends = true;
    }
    wake.notify_all();
    if (thread.joinable()) thread.join();
    if (statm >= 0) ::close(statm);
  }

  /// From now on some data is on disk. A quarter of the limit is left to arrays in memory.
  bool has_room_for(std::size_t bytes) const {
    const std::size_t most = is_used ? limit / 4 : limit;
    const std::size_t used = bulk_in_memory;
    return used <= most && bytes <= most - used;
  }

  void begin(const std::string& what, std::size_t bytes) {
    const std::scoped_lock lock(mutex);
    if (is_used) return;
    is_used = true;
    say(fmt::format(
        "{} ({}) exceeds the memory limit of {}: every pass reads from disk, which takes longer; "
        "what is made of it goes to a nameless file in {} ({})",
        what, gigabytes(bytes), gigabytes(limit), scratch.string(), remedy));
  }

  /// From here on mapped memory is given back, if it is so much.
  std::size_t enough() const { return limit - limit / 8; }
  std::size_t worth_it() const {
    return std::clamp(limit / 8, std::size_t{4} << 20U, std::size_t{32} << 20U);
  }

  /// All that is never given back, and room for what is mapped.
  std::size_t room() const {
    const InUse now = memory_in_use(statm);
    const std::size_t kept = now.all - std::min(now.all, now.mapped) + least + worth_it();
    return limit - std::min(limit, kept);
  }

  /// Gives memory back if it is time; returns how much more may be in use before.
  std::size_t look() {
    const InUse now = memory_in_use(statm);
    if (now.all < enough()) return enough() - now.all;
    if (now.mapped < least + worth_it()) return 0;
    release_mapped_ranges();
    least = std::min(least.load(), memory_in_use(statm).mapped);
    return 0;
  }

  /// Whoever reads data does not wait for the thread, which may get no processor on a busy machine.
  void look_if_due() {
    const Clock::rep now = Clock::now().time_since_epoch().count();
    Clock::rep due = next_look;
    constexpr Clock::rep period = Clock::duration(std::chrono::microseconds(500)).count();
    if (now >= due && next_look.compare_exchange_strong(due, now + period)) look();
  }

  void run() {
    constexpr std::size_t bytes_in_a_millisecond = std::size_t{16} << 20U;  // of all threads
    std::size_t wait = 1;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, std::chrono::milliseconds(wait), [this] { return ends; })) {
      lock.unlock();
      wait = std::clamp<std::size_t>(look() / bytes_in_a_millisecond, 1, 1000);
      lock.lock();
    }
  }
};

OutOfCore::OutOfCore(std::size_t limit, fs::path scratch, std::string remedy,
                     std::function<void(const std::string&)> say)
    : watch_(std::make_unique<Watch>()) {
  expects(!is_allowed(), "one limit at a time");
  watch_->limit = limit;
  watch_->scratch = std::move(scratch);
  watch_->remedy = std::move(remedy);
  watch_->say = std::move(say);
  watch_->statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  watch_->least = memory_in_use(watch_->statm).mapped;
  watch_->thread = std::thread([watch = watch_.get()] { watch->run(); });
  Watch::current() = watch_.get();
}

OutOfCore::~OutOfCore() {
  Watch::current() = nullptr;
}

bool OutOfCore::is_allowed() noexcept {
  return Watch::current() != nullptr;
}

bool OutOfCore::is_used() noexcept {
  const Watch* watch = Watch::current();
  return watch != nullptr && watch->is_used;
}

void OutOfCore::expect(const fs::path& file, std::size_t bytes) {
  Watch* watch = Watch::current();
  if (watch == nullptr || watch->has_room_for(bytes)) return;
  watch->begin(file.string(), bytes);
  ReadFile read{file};
  if (::stat(file.c_str(), &read.status) != 0) return;
  const std::scoped_lock lock(watch->mutex);
  watch->files.push_back(std::move(read));
}

void OutOfCore::keep_limit() noexcept {
  Watch* watch = Watch::current();
  if (watch != nullptr && watch->is_used) watch->look_if_due();
}

std::size_t OutOfCore::room() noexcept {
  const Watch* watch = Watch::current();
  return watch == nullptr ? 0 : watch->room();
}

void OutOfCore::check_unchanged() {
  const Watch* watch = Watch::current();
  if (watch == nullptr) return;
  for (const ReadFile& file : watch->files) {
    struct ::stat now {};
    // Another file of that name changes nothing: the old one is still mapped.
    if (::stat(file.path.c_str(), &now) != 0 || now.st_ino != file.status.st_ino) continue;
    if (now.st_mtim.tv_sec == file.status.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == file.status.st_mtim.tv_nsec) {
      continue;
    }
    throw DataError({file.path.string()},
                    "changed while it was read; run the command again when nothing writes to the "
                    "file");
  }
}

void OutOfCore::fetch(const void* begin, std::size_t bytes) noexcept {
  if (!is_used()) return;
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t before = reinterpret_cast<std::uintptr_t>(begin) % page;
  char* const first = static_cast<char*>(const_cast<void*>(begin)) - before;
  ::madvise(first, before + bytes, MADV_WILLNEED);
}

void OutOfCore::fetch_ahead(std::span<const float> own, std::span<const float> all) noexcept {
  if (!is_used()) return;
  constexpr std::size_t piece = std::size_t{1} << 21U;  // 8 MiB
  constexpr std::size_t ahead = 4;
  const auto begin = static_cast<std::size_t>(own.data() - all.data());
  const std::size_t last = (begin + own.size()) / piece;
  if (begin / piece == last) return;  // whoever goes over the edge between two pieces does it
  const std::size_t first = std::min((last + ahead) * piece, all.size());
  const std::span<const float> part = all.subspan(first, std::min(piece, all.size() - first));
  if (!part.empty()) fetch(part.data(), part.size_bytes());
}

OutOfCore::Pass::Pass() noexcept {
  if (is_used()) is_pass_backward = ++passes % 2 == 0;
}

OutOfCore::Pass::~Pass() {
  is_pass_backward = false;
}

bool OutOfCore::Pass::is_backward() noexcept {
  return is_pass_backward;
}

std::shared_ptr<void> bulk_memory(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  OutOfCore::Watch* watch = OutOfCore::Watch::current();
  if (watch == nullptr || watch->has_room_for(bytes)) return own_memory(bytes);
  watch->begin("the data", bytes);
  const auto memory = std::make_shared<ScratchMemory>(watch->scratch, bytes, watch->remedy);
  return {memory, memory->begin()};
}

}  // namespace podium
