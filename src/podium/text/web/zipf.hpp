#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium::text {

/// Draws ranks 0 .. count-1 with probability proportional to 1 / (rank + 2), in constant time by
/// the alias method [Walker77].
class Zipf {
 public:
  explicit Zipf(std::size_t count);

  std::uint32_t operator()(RandomStream& random) const noexcept {
    const std::uint64_t bits = random.bits();
    // The high half selects a cell, the low half one of its two ranks.
    const auto cell = static_cast<std::uint32_t>(((bits >> 32) * keep_.size()) >> 32);
    return static_cast<std::uint32_t>(bits) < keep_[cell] ? cell : other_[cell];
  }

 private:
  std::vector<std::uint32_t> keep_;  ///< of 2^32
  std::vector<std::uint32_t> other_;
};

}  // namespace podium::text
