#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/block_tree.hpp"

namespace podium {

/// sum_over_blocks() with the same bits, blocks added one after another on the calling thread.
template <class Value, class Add>
Value ordered_sum_over_blocks(std::size_t count, const Value& zero, const Add& add) {
  BlockTree<Value> tree;
  for (std::size_t block = 0; block < count; ++block) {
    Value own = tree.copy_of(zero);
    add(block, own);
    tree.push({0, block, std::move(own)});
  }
  return std::move(tree).total(zero);
}

/// The terms of a mini-batch in blocks that run in parallel. A block is worth a task, and worth the
/// gradient of its own that must be added to the others: the cut depends on the terms alone, never
/// on threads, and sums are added by the tree of core/base/block_tree.hpp.
class TermBlocks {
 public:
  /// `work_of(term)` is the work of a term, in feature values that could be read meanwhile. With
  /// `in_order` all terms are added one after another on the calling thread, with the same bits.
  TermBlocks(std::span<const std::size_t> terms,
             const std::function<std::size_t(std::size_t)>& work_of, std::size_t parameters,
             bool in_order = false);

  std::size_t count() const noexcept { return ends_.size(); }
  std::size_t begin(std::size_t block) const { return block == 0 ? 0 : ends_[block - 1]; }
  std::size_t end(std::size_t block) const { return ends_[block]; }

  /// The sum of what add(block, sum) adds to sums that start as `zero`. On one thread where a batch
  /// is too small for more, with the same bits.
  template <class Value, class Add>
  Value sum(const Value& zero, const Add& add) const {
    return has_threads_ ? sum_over_blocks(count(), zero, add)
                        : ordered_sum_over_blocks(count(), zero, add);
  }

 private:
  std::vector<std::size_t> ends_;
  bool has_threads_ = false;
};

}  // namespace podium
