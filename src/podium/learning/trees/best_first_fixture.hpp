#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "podium/learning/trees/feature_draw.hpp"
#include "podium/learning/trees/gradient_words.hpp"
#include "podium/learning/trees/grown_tree.hpp"
#include "podium/learning/trees/tree_grower.hpp"

namespace podium::fixture {

/// Best-first growth one split at a time, each histogram from all rows of its node: the slow twin
/// of TreeGrower for every kind of data and rule.
template <class Gradients>
class BestFirst {
 public:
  BestFirst(const BinTiles& tiles, const GrowthRule& rule, const RowGradients& gradients,
            const FeatureDraw& draw, std::uint64_t key)
      : tiles_(tiles), rule_(rule), draw_(draw), words_(tiles.row_count(), rule.bits) {
    words_.round(gradients, key);
    Rows all;
    GrowingNode root{.leaf = {{}, words_.units(), {}}};
    for (std::uint32_t row = 0; row < tiles.row_count(); ++row) {
      all.push_back(row);
      if (has_gradient(row)) root.leaf.sums.add(Gradients::sums_of(words_.words()[row]));
    }
    add(root, all);
    for (std::size_t leaves = 1; leaves < rule.leaves; ++leaves) {
      std::optional<std::size_t> next;
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (!nodes_[n].is_leaf() || !nodes_[n].best) continue;
        if (!next || nodes_[n].best->gain > nodes_[*next].best->gain) next = n;
      }
      if (!next) break;
      split(*next);
    }
    std::vector<std::uint32_t> leaf_of_row(tiles.row_count());
    std::uint32_t leaf = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (!nodes_[n].is_leaf()) continue;
      for (const std::uint32_t row : rows_[n]) leaf_of_row[row] = leaf;
      ++leaf;
    }
    grown =
        grown_tree(nodes_, tiles, rule.split.leaf, gradients, exact_units(gradients), leaf_of_row);
  }

  GrownTree grown;

 private:
  using Cell = typename Gradients::Cell;
  using Rows = std::vector<std::uint32_t>;

  bool has_gradient(std::uint32_t row) const {
    return Gradients::has_gradient(words_.words()[row]);
  }

  static std::size_t cell_of(const BinSlot& slot, std::uint8_t bin) {
    return slot.has_missing && bin == BinnedFeatures::missing_bin ? slot.missing_cell() : bin;
  }

  void add(GrowingNode node, const Rows& rows) {
    const bool has_depth = rule_.depth == 0 || node.depth < rule_.depth;
    if (has_depth && rule_.leaves > 1) {
      const std::vector<char> allowed = draw_.of_node(node.path);
      for (const BinSlot& slot : tiles_.slots()) {
        if (allowed[slot.feature] != 0) keep_better(node.best, best_of(node, rows, slot));
      }
    }
    nodes_.push_back(node);
    rows_.push_back(rows);
  }

  static void keep_better(std::optional<FoundSplit>& best, const std::optional<FoundSplit>& found) {
    if (found && (!best || found->is_before(*best))) best = found;
  }

  std::optional<FoundSplit> best_of(const GrowingNode& node, const Rows& rows,
                                    const BinSlot& slot) const {
    std::vector<std::uint8_t> memory;
    const auto bins = tiles_.binned().bins(slot.feature, memory);
    std::vector<Cell> cells(slot.cells());
    for (const std::uint32_t row : rows) {
      if (!has_gradient(row)) continue;
      cells[cell_of(slot, bins[row])].add(Gradients::sums_of(words_.words()[row]));
    }
    const int sign = rule_.sign.empty() ? 0 : rule_.sign[slot.feature];
    return best_split<Cell>(rule_.split, node.leaf, slot, cells, sign, rule_.split.min_gain).best;
  }

  static bool goes_left(const FoundSplit& split, std::size_t cell) {
    if (split.set != 0) return (split.set >> cell & 1U) != 0;
    if (split.slot.has_missing && cell == split.slot.missing_cell()) return split.missing_left;
    return cell <= split.bin;
  }

  void split(std::size_t at) {
    const GrowingNode parent = nodes_[at];
    const FoundSplit& split = *parent.best;
    std::vector<std::uint8_t> memory;
    const auto bins = tiles_.binned().bins(split.slot.feature, memory);
    std::array<Rows, 2> rows;
    for (const std::uint32_t row : rows_[at]) {
      rows[goes_left(split, cell_of(split.slot, bins[row])) ? 0 : 1].push_back(row);
    }
    nodes_[at].left = nodes_.size();
    nodes_[at].right = nodes_.size() + 1;
    const int sign = rule_.sign.empty() ? 0 : rule_.sign[split.slot.feature];
    const double middle = 0.5 * (split.left_value + split.right_value);
    for (const bool is_left : {true, false}) {
      GrowingNode child{
          .depth = parent.depth + 1, .path = parent.path_of_child(is_left), .leaf = parent.leaf};
      child.leaf.sums = is_left ? split.left : parent.leaf.sums.minus(split.left);
      ValueLimits& limits = child.leaf.limits;
      if (sign == (is_left ? 1 : -1)) limits.maximum = std::min(limits.maximum, middle);
      if (sign == (is_left ? -1 : 1)) limits.minimum = std::max(limits.minimum, middle);
      add(child, rows[is_left ? 0 : 1]);
    }
  }

  const BinTiles& tiles_;
  const GrowthRule& rule_;
  const FeatureDraw& draw_;
  Gradients words_;
  std::vector<GrowingNode> nodes_;
  std::vector<Rows> rows_;
};

}  // namespace podium::fixture
