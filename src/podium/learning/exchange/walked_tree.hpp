#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

/// A split of a tree that is read or copied, and the nodes behind it.
template <class Node>
struct WalkedSplit {
  TreeSplit split;  ///< without its children
  Node left;
  Node right;
};

/// What is found at a node: the value of a leaf, or a split.
template <class Node>
using WalkedNode = std::variant<double, WalkedSplit<Node>>;

/// The splits and leaves below `root`, numbered from left to right as they are met; `look` makes a
/// WalkedNode of a node. With a stack of its own: trees may be deeper than a program's.
template <class Node, class Look>
RegressionTree walked_tree(Node root, const Look& look) {
  constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();
  struct Open {
    Node node;
    std::size_t parent;
    bool is_left;
  };
  RegressionTree tree;
  std::vector<Open> open;
  open.push_back({std::move(root), no_parent, false});
  while (!open.empty()) {
    const Open next = std::move(open.back());
    open.pop_back();
    WalkedNode<Node> found = look(next.node);
    auto place = static_cast<std::int32_t>(tree.splits.size());
    if (const double* value = std::get_if<double>(&found)) {
      tree.value.push_back(*value);
      place = -static_cast<std::int32_t>(tree.value.size());
    } else {
      auto& [split, left, right] = std::get<WalkedSplit<Node>>(found);
      open.push_back({std::move(right), tree.splits.size(), false});
      open.push_back({std::move(left), tree.splits.size(), true});
      tree.splits.push_back(split);
    }
    if (next.parent == no_parent) continue;
    TreeSplit& parent = tree.splits[next.parent];
    (next.is_left ? parent.left : parent.right) = place;
  }
  return tree;
}

}  // namespace podium
