#pragma once

#include <cstddef>
#include <utility>

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

}  // namespace podium
