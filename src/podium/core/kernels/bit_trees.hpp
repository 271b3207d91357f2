#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

/// A split of a tree, seen as what it rules out: where its test is true, a document does not reach
/// the leaves of its left side.
struct BitSplit {
  std::uint32_t column = 0;
  float threshold = 0.0F;
  std::uint64_t left_leaves = 0;  ///< bit l: leaf l, counted from left to right
};

/// The most leaves of a tree.
inline constexpr std::size_t most_bit_leaves = 64;

/// A tree. The splits may be in any order.
struct BitTree {
  std::uint32_t leaves = 0;             ///< more than 32 need two words of bits
  std::uint32_t missing_left_end = 0;   ///< of its splits whose test is x > t: missing goes left
  std::uint32_t missing_right_end = 0;  ///< of its splits whose test is !(x <= t)
  std::uint32_t first_value = 0;        ///< of leaf 0
};

/// Trees one after the other, with their splits and the values of their leaves. Borrowed.
struct BitTrees {
  std::span<const BitTree> trees;
  std::span<const BitSplit> splits;  ///< those of a tree follow those of the tree before
  std::span<const double> values;
};

/// Documents of a block.
inline constexpr std::size_t bit_tree_block = 64;

/// Adds the values of all trees, in their order, to the sums of a block of documents. Each column
/// has the values of one feature, bit_tree_block of them. [Lucchese15]
///
/// A document reaches the first leaf that no split rules out, so each split is one comparison and
/// one mask for a vector of documents, without a branch. The sums have the bits of a plain walk.
void add_bit_trees(const BitTrees& trees, std::span<const float> columns,
                   std::span<double, bit_tree_block> sums);

}  // namespace podium
