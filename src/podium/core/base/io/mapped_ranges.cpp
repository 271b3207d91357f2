#include "podium/core/base/io/mapped_ranges.hpp"

#include <array>
#include <atomic>
#include <mutex>

#include <sys/mman.h>

namespace podium {

namespace {

struct Range {
  std::atomic<const char*> begin = nullptr;  ///< null: the place is free
  std::atomic<const char*> end = nullptr;
  std::atomic<const char*> path = nullptr;
};

struct Ranges {
  std::mutex mutex;
  std::array<Range, 1024> place;
};

Ranges& ranges() {
  static Ranges ranges;
  return ranges;
}

// Made before any handler can run.
[[maybe_unused]] const Ranges& ranges_made_at_start = ranges();

}  // namespace

void note_mapped_range(const char* begin, std::size_t size, const std::string& path) {
  const std::scoped_lock lock(ranges().mutex);
  for (Range& range : ranges().place) {
    if (range.begin != nullptr) continue;
    range.path = path.c_str();
    range.end = begin + size;
    range.begin = begin;  // last: a handler may look at any time
    return;
  }
}

void forget_mapped_range(const char* begin) {
  const std::scoped_lock lock(ranges().mutex);
  for (Range& range : ranges().place) {
    if (range.begin == begin) range.begin = nullptr;
  }
}

void release_mapped_ranges() {
  const std::scoped_lock lock(ranges().mutex);  // nobody unmaps one meanwhile
  for (const Range& range : ranges().place) {
    char* begin = const_cast<char*>(range.begin.load());
    if (begin == nullptr) continue;
    ::madvise(begin, static_cast<std::size_t>(range.end.load() - begin), MADV_DONTNEED);
  }
}

const char* file_mapped_at(const void* address) noexcept {
  const char* at = static_cast<const char*>(address);
  for (const Range& range : ranges().place) {
    const char* begin = range.begin;
    if (begin != nullptr && begin <= at && at < range.end) return range.path;
  }
  return nullptr;
}

}  // namespace podium
