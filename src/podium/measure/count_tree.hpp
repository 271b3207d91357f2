#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace podium {

/// Counts of the keys 0 .. size-1 with prefix sums in O(log size): a Fenwick tree. [Fenwick94]
class CountTree {
 public:
  explicit CountTree(std::size_t size) : node_(size + 1, 0) {}

  void add(std::size_t key) noexcept {
    for (std::size_t i = key + 1; i < node_.size(); i += i & (~i + 1)) ++node_[i];
  }

  /// How many of the added keys are smaller than `key`.
  std::uint64_t below(std::size_t key) const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = key; i > 0; i -= i & (~i + 1)) sum += node_[i];
    return sum;
  }

 private:
  std::vector<std::uint64_t> node_;
};

}  // namespace podium
