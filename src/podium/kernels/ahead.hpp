#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace podium {

/// What will be read next, asked of the memory bit by bit while something else is worked on. Only
/// the beginning of what is long: more would push out of the cache what is still needed.
class Ahead {
 public:
  explicit Ahead(std::span<const float> next)
      : next_(next.data()), left_(std::min(next.size(), most)) {}

  /// Asks for `count` more values.
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
  static constexpr std::size_t most = (std::size_t{256} << 10) / sizeof(float);

  const float* next_;
  std::size_t left_;
};

}  // namespace podium
