#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "podium/learning/trees/growing_node.hpp"

namespace podium {

/// The order in which best-first growth [Ke17] splits leaves: the largest gain is next, of equal
/// ones the older node. It is replayed over the nodes that are known, so that others can be looked
/// at before their turn: what is found below one of them comes later in the order, and takes no
/// split away from those before.
class GrowthOrder {
 public:
  explicit GrowthOrder(std::size_t leaves) : most_splits_(leaves - 1) {}

  /// Begins a tree.
  void plant();

  /// Goes on, from the root whose best split is known, to the first split below which nodes are not
  /// known, but may be split.
  void settle(std::span<const GrowingNode> nodes);

  /// Visits, after settle(), the nodes that may become splits and below which nodes are missing, in
  /// their order; the first one is certain to be split. Goes on while visit(node) returns true.
  template <class Visit>
  void look_ahead(std::span<const GrowingNode> nodes, const Visit& visit) const {
    if (!has_next() || !visit(heap_.front().node)) return;
    std::vector<Candidate> heap = heap_;
    // The one at the last place has children that are never split.
    for (std::size_t place = splits_.size(); !heap.empty() && place + 1 < most_splits_; ++place) {
      const std::size_t node = pop(heap);
      if (node == heap_.front().node) continue;
      if (is_known(nodes[node])) {
        push_children(heap, nodes, node, place);
      } else if (!visit(node)) {
        return;
      }
    }
  }

  /// The splits that are certain, in their order; all of them when look_ahead() finds none.
  std::span<const std::size_t> splits() const noexcept { return splits_; }

  /// The tree of all splits, whose nodes are numbered as best-first growth makes them, and the leaf
  /// in which each node, known too early or not, has its rows.
  struct Tree {
    std::vector<GrowingNode> nodes;
    std::vector<std::uint32_t> leaf_of_node;
  };
  Tree tree(std::span<const GrowingNode> nodes) const;

 private:
  struct Candidate {
    double gain = 0.0;
    std::size_t number = 0;  ///< in best-first growth, or in the same order
    std::size_t node = 0;

    bool operator<(const Candidate& other) const noexcept {
      return gain != other.gain ? gain < other.gain : number > other.number;
    }
  };
  using Heap = std::vector<Candidate>;

  bool has_next() const noexcept { return !heap_.empty() && splits_.size() < most_splits_; }
  static bool is_known(const GrowingNode& node) { return node.ends_here || !node.is_leaf(); }
  static std::size_t pop(Heap& heap);
  static void push(Heap& heap, std::span<const GrowingNode> nodes, std::size_t node,
                   std::size_t number);
  static void push_children(Heap& heap, std::span<const GrowingNode> nodes, std::size_t node,
                            std::size_t place);

  std::size_t most_splits_;
  std::vector<std::size_t> splits_;
  Heap heap_;  ///< leaves after these splits
};

}  // namespace podium
