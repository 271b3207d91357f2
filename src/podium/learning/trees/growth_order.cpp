#include "podium/learning/trees/growth_order.hpp"

#include <algorithm>

namespace podium {

std::size_t GrowthOrder::pop(Heap& heap) {
  std::ranges::pop_heap(heap, std::less<>());
  const std::size_t node = heap.back().node;
  heap.pop_back();
  return node;
}

void GrowthOrder::push(Heap& heap, std::span<const GrowingNode> nodes, std::size_t node,
                       std::size_t number) {
  if (!nodes[node].best) return;
  heap.push_back({nodes[node].best->gain, number, node});
  std::ranges::push_heap(heap, std::less<>());
}

/// The split at each place makes the next two nodes.
void GrowthOrder::push_children(Heap& heap, std::span<const GrowingNode> nodes, std::size_t node,
                                std::size_t place) {
  if (nodes[node].is_leaf()) return;
  push(heap, nodes, nodes[node].left, 2 * place + 1);
  push(heap, nodes, nodes[node].right, 2 * place + 2);
}

void GrowthOrder::plant() {
  splits_.clear();
  heap_.clear();
}

void GrowthOrder::settle(std::span<const GrowingNode> nodes) {
  if (splits_.empty() && heap_.empty()) push(heap_, nodes, 0, 0);
  while (has_next()) {
    const bool is_last = splits_.size() + 1 == most_splits_;
    if (!is_last && !is_known(nodes[heap_.front().node])) return;
    const std::size_t node = pop(heap_);
    push_children(heap_, nodes, node, splits_.size());
    splits_.push_back(node);
  }
}

GrowthOrder::Tree GrowthOrder::tree(std::span<const GrowingNode> nodes) const {
  Tree tree;
  tree.nodes.resize(2 * splits_.size() + 1);
  std::vector<std::size_t> number(nodes.size(), tree.nodes.size());
  number[0] = 0;
  for (std::size_t place = 0; place < splits_.size(); ++place) {
    number[nodes[splits_[place]].left] = 2 * place + 1;
    number[nodes[splits_[place]].right] = 2 * place + 2;
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (number[n] == tree.nodes.size()) continue;
    tree.nodes[number[n]] = nodes[n];
    tree.nodes[number[n]].left = tree.nodes[number[n]].right = 0;
  }
  for (std::size_t place = 0; place < splits_.size(); ++place) {
    GrowingNode& node = tree.nodes[number[splits_[place]]];
    node.left = 2 * place + 1;
    node.right = 2 * place + 2;
  }
  std::vector<std::uint32_t> leaf(tree.nodes.size() + 1);
  std::uint32_t leaves = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    if (tree.nodes[n].is_leaf()) leaf[n] = leaves++;
  }
  tree.leaf_of_node.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (number[n] != tree.nodes.size()) tree.leaf_of_node[n] = leaf[number[n]];
    if (nodes[n].is_leaf()) continue;
    tree.leaf_of_node[nodes[n].left] = tree.leaf_of_node[nodes[n].right] = tree.leaf_of_node[n];
  }
  return tree;
}

}  // namespace podium
