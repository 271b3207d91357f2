#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "podium/learning/trees/split_search.hpp"

namespace podium {

/// A node of a tree that grows; it may still be a leaf.
struct GrowingNode {
  std::size_t begin = 0;  ///< of its rows with a gradient
  std::size_t end = 0;
  std::size_t idle_begin = 0;  ///< of its rows without
  std::size_t idle_end = 0;
  std::size_t depth = 0;
  std::uint64_t path = 1;  ///< names the way from the root, for draws
  SplitLeaf leaf;
  bool may_split = false;
  std::optional<FoundSplit> best = std::nullopt;
  bool ends_here = false;     ///< its children may not split
  bool is_collected = false;  ///< its rows are among CollectedRows
  std::size_t left = 0;       ///< its children; 0: it has none
  std::size_t right = 0;

  std::size_t rows() const noexcept { return end - begin; }
  bool is_leaf() const noexcept { return left == 0; }

  /// Whoever looks at a node before its turn comes to the same path.
  std::uint64_t path_of_child(bool is_left) const noexcept {
    return path * 0x9E3779B97F4A7C15U + (is_left ? 1 : 2);
  }
};

}  // namespace podium
