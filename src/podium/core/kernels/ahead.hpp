#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace podium {

/// Prefetches the values that will be read next, piece by piece during other work. Only the
/// beginning of a long span: more would evict data that is still needed from the cache.
class Ahead {
 public:
  explicit Ahead(std::span<const float> next)
      : next_(next.data()), left_(std::min(next.size(), max_values)) {}

  /// Prefetches `count` more values.
  void ask(std::size_t count) {
    if (left_ < count) return;
    for (std::size_t i = 0; i < count; i += cache_line) {
      __builtin_prefetch(next_ + i, 0 /* to read */, 2 /* into the second-level cache */);
    }
    next_ += count;
    left_ -= count;
  }

 private:
  static constexpr std::size_t cache_line = 64 / sizeof(float);
  static constexpr std::size_t max_values = (std::size_t{256} << 10) / sizeof(float);

  const float* next_;
  std::size_t left_;
};

}  // namespace podium
