#pragma once

#include <cstddef>
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
  SplitLeaf leaf;
  std::optional<FoundSplit> best;
  std::size_t left = 0;  ///< its children; 0: it is a leaf
  std::size_t right = 0;

  std::size_t rows() const noexcept { return end - begin; }
  bool is_leaf() const noexcept { return left == 0; }
};

}  // namespace podium
