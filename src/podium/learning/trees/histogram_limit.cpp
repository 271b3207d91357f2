#include "podium/learning/trees/histogram_limit.hpp"

#include <algorithm>
#include <atomic>

#include "podium/core/data/feature_matrix.hpp"

namespace podium {

namespace {

std::atomic<std::size_t> given_limit{0};
std::atomic<std::size_t> bytes_in_use{0};

std::size_t limit_of_histograms() {
  if (const std::size_t given = given_limit.load(); given > 0) return given;
  static const std::size_t usual =
      std::min(std::size_t{1} << 31U, default_memory_limit() / 3);  // of three quarters
  return usual;
}

}  // namespace

HistogramLimit::HistogramLimit(std::size_t bytes) : before_(given_limit.exchange(bytes)) {}

HistogramLimit::~HistogramLimit() {
  given_limit = before_;
}

HistogramMemory::~HistogramMemory() {
  bytes_in_use -= bytes_;
}

bool HistogramMemory::take(std::size_t bytes) {
  const std::size_t limit = limit_of_histograms();
  std::size_t used = bytes_in_use.load();
  do {
    if (used > limit || bytes > limit - used) return false;
  } while (!bytes_in_use.compare_exchange_weak(used, used + bytes));
  bytes_ += bytes;
  return true;
}

void HistogramMemory::take_anyway(std::size_t bytes) {
  bytes_in_use += bytes;
  bytes_ += bytes;
}

}  // namespace podium
