#pragma once

#include <cstddef>
#include <limits>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/learning/exchange/walked_tree.hpp"

namespace podium {

using ReadSplit = WalkedSplit<JsonReader>;
using ReadNode = WalkedNode<JsonReader>;

/// The tree whose nodes `read` understands, a function from JsonReader to ReadNode. Throws
/// DataError when there are more than `most` nodes, as in a circle.
template <class Read>
RegressionTree imported_tree(const JsonReader& root, const Read& read,
                             std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::size_t seen = 0;
  RegressionTree tree = walked_tree(root, [&](const JsonReader& node) -> ReadNode {
    if (++seen > most) throw node.error("found children that do not form a tree");
    return read(node);
  });
  tree.rows.resize(tree.splits.size() + tree.value.size());
  tree.curvature.resize(tree.rows.size());
  return tree;
}

}  // namespace podium
