#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium {

// Sums over blocks 0, 1, ... of work have the same bits whichever thread or machine sums which
// blocks: the sums of blocks are added by one fixed binary tree,
//
//   S(0, b) = sum of block b
//   S(l, i) = S(l-1, 2i) + S(l-1, 2i+1),   or S(l-1, 2i) alone where the right child has no block
//
// whose root is the total. Nothing is added in place of an absent child, so -0.0 stays -0.0. A
// range of blocks leaves the largest nodes inside it, at most 2 log2 of the number of blocks; the
// nodes of all ranges, in order, give the total. A sum is any value with +=.

/// The sum of the blocks [index * 2^level, (index + 1) * 2^level) that exist.
template <class Value>
struct BlockNode {
  std::size_t level = 0;
  std::size_t index = 0;
  Value sum;
};

/// Takes nodes from left to right and adds two siblings as soon as both are there.
template <class Value>
class BlockTree {
 public:
  void push(BlockNode<Value> node) {
    while (!nodes_.empty() && is_right_of(nodes_.back(), node)) {
      BlockNode<Value> left = std::move(nodes_.back());
      nodes_.pop_back();
      left.sum += std::as_const(node.sum);
      unused_.push_back(std::move(node.sum));
      node = {left.level + 1, left.index / 2, std::move(left.sum)};
    }
    nodes_.push_back(std::move(node));
  }

  /// A copy of `zero`, in memory that the tree no longer needs where there is some.
  Value copy_of(const Value& zero) {
    if (unused_.empty()) return zero;
    Value copy = std::move(unused_.back());
    unused_.pop_back();
    copy = zero;
    return copy;
  }

  std::vector<BlockNode<Value>> nodes() && { return std::move(nodes_); }

  /// The total when all blocks have been pushed; `zero` when there were none.
  Value total(const Value& zero) && {
    if (nodes_.empty()) return zero;
    while (nodes_.size() > 1) {
      const BlockNode<Value> right = std::move(nodes_.back());
      nodes_.pop_back();
      nodes_.back().sum += right.sum;
    }
    return std::move(nodes_.back().sum);
  }

 private:
  static bool is_right_of(const BlockNode<Value>& left, const BlockNode<Value>& right) {
    return left.level == right.level && left.index % 2 == 0 && left.index + 1 == right.index;
  }

  std::vector<BlockNode<Value>> nodes_;
  std::vector<Value> unused_;
};

/// The largest nodes inside the blocks [begin, end), from left to right. add(block, sum) adds a
/// block to a sum that starts as `zero`; blocks run in parallel.
template <class Value, class Add>
std::vector<BlockNode<Value>> sum_block_range(std::size_t begin, std::size_t end, const Value& zero,
                                              const Add& add) {
  if (begin >= end) return {};
  // A few parts for each thread. They start at multiples of a power of two: most are one node.
  const std::size_t width =
      std::bit_floor(std::max<std::size_t>(1, (end - begin) / (4 * thread_count())));
  const std::size_t first = begin / width;
  std::vector<std::vector<BlockNode<Value>>> parts((end - 1) / width - first + 1);
  parallel_for(parts.size(), [&](std::size_t part) {
    BlockTree<Value> tree;
    const std::size_t part_end = std::min(end, (first + part + 1) * width);
    for (std::size_t b = std::max(begin, (first + part) * width); b < part_end; ++b) {
      Value sum = tree.copy_of(zero);
      add(b, sum);
      tree.push({0, b, std::move(sum)});
    }
    parts[part] = std::move(tree).nodes();
  });
  BlockTree<Value> all;
  for (auto& part : parts) {
    for (BlockNode<Value>& node : part) all.push(std::move(node));
  }
  return std::move(all).nodes();
}

/// The sum of blocks 0 .. count-1: the same bits for any number of threads.
template <class Value, class Add>
Value sum_over_blocks(std::size_t count, const Value& zero, const Add& add) {
  BlockTree<Value> tree;
  for (BlockNode<Value>& node : sum_block_range(0, count, zero, add)) tree.push(std::move(node));
  return std::move(tree).total(zero);
}

}  // namespace podium
