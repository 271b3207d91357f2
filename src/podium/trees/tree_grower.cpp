#include "podium/trees/tree_grower.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "podium/base/chunks.hpp"
#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/trees/pull_words.hpp"
#include "podium/trees/row_lists.hpp"

namespace podium {

namespace {

constexpr std::size_t sparse_slots_of_a_task = 64;

/// The better of two splits, either of which may be none.
void keep_better(std::optional<FoundSplit>& best, const std::optional<FoundSplit>& other) {
  if (other && (!best || other->is_before(*best))) best = other;
}

/// A node that may still be a leaf.
template <class Cell>
struct GrowingNode {
  std::size_t begin = 0;  ///< of its rows with a pull
  std::size_t end = 0;
  std::size_t idle_begin = 0;  ///< of its rows without
  std::size_t idle_end = 0;
  std::size_t depth = 0;
  SplitLeaf leaf;
  std::optional<FoundSplit> best;
  std::vector<Cell> cells;  ///< its histogram, while it may be split
  std::size_t left = 0;     ///< its children; 0: it is a leaf
  std::size_t right = 0;

  bool is_leaf() const noexcept { return left == 0; }
};

template <class Pulls>
class TreeGrowth {
 public:
  using Cell = typename Pulls::Cell;
  using Word = typename Pulls::Word;
  using Node = GrowingNode<Cell>;

  TreeGrowth(const BinTiles& tiles, const GrowthRule& rule, const RowPulls& row_pulls,
             const FeatureDraw& draw, Pulls pulls)
      : tiles_(tiles),
        rule_(rule),
        row_pulls_(row_pulls),
        draw_(draw),
        pulls_(std::move(pulls)),
        active_(rows_with(true)),
        idle_(rows_with(false)) {
    if (!tiles_.sparse_slots().empty()) node_of_row_.assign(tiles_.row_count(), 0);
  }

  GrownTree grow() {
    plant();
    for (std::size_t leaves = 1; leaves < rule_.leaves; ++leaves) {
      const std::optional<std::size_t> next = next_to_split();
      if (!next) break;
      split(*next);
    }
    return finished();
  }

 private:
  std::vector<std::uint32_t> rows_with(bool pull) const {
    std::vector<std::uint32_t> rows;
    const std::span<const Word> words = pulls_.words();
    for (std::size_t row = 0; row < words.size(); ++row) {
      if (Pulls::has_pull(words[row]) == pull) rows.push_back(static_cast<std::uint32_t>(row));
    }
    return rows;
  }

  void plant() {
    nodes_.reserve(2 * rule_.leaves);
    Node root{.end = active_.size(), .idle_end = idle_.size()};
    for (const std::uint32_t row : active_.part(0, active_.size())) {
      root.leaf.sums.add(Pulls::sums_of(pulls_.words()[row]));
    }
    root.leaf.units = pulls_.units();
    nodes_.push_back(std::move(root));
    if (!may_split(nodes_[0])) return;
    nodes_[0].cells.resize(tiles_.cell_count());
    build_and_search(0, std::nullopt);
  }

  bool may_split(const Node& node) const {
    return rule_.leaves > 1 && (rule_.depth == 0 || node.depth < rule_.depth) &&
           node.leaf.sums.rows >= 2 * std::max<std::uint64_t>(rule_.split.min_rows, 1);
  }

  std::optional<std::size_t> next_to_split() const {
    std::optional<std::size_t> next;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (!nodes_[n].is_leaf() || !nodes_[n].best) continue;
      if (!next || nodes_[n].best->gain > nodes_[*next].best->gain) next = n;
    }
    return next;
  }

  /// The limits of a child, cut at the middle of both values if the feature is monotone.
  ValueLimits limits_of_child(const Node& parent, bool is_left) const {
    const FoundSplit& split = *parent.best;
    ValueLimits limits = parent.leaf.limits;
    const int sign = sign_of(split.slot.feature);
    if (sign == 0) return limits;
    const double middle = 0.5 * (split.left_value + split.right_value);
    if (is_left == (sign > 0)) {
      limits.maximum = std::min(limits.maximum, middle);
    } else {
      limits.minimum = std::max(limits.minimum, middle);
    }
    return limits;
  }

  int sign_of(std::uint32_t feature) const { return rule_.sign.empty() ? 0 : rule_.sign[feature]; }

  void split(std::size_t at) {
    const std::size_t left = nodes_.size();
    const std::size_t right = left + 1;
    nodes_[at].left = left;
    nodes_[at].right = right;
    add_children(at);
    std::vector<Cell> cells = std::move(nodes_[at].cells);
    if (!may_split(nodes_[left]) && !may_split(nodes_[right])) return;
    const bool left_is_smaller = nodes_[left].leaf.sums.rows <= nodes_[right].leaf.sums.rows;
    const std::size_t smaller = left_is_smaller ? left : right;
    const std::size_t larger = left_is_smaller ? right : left;
    nodes_[larger].cells = std::move(cells);
    nodes_[smaller].cells.resize(tiles_.cell_count());
    build_and_search(smaller, larger);
  }

  void add_children(std::size_t at) {
    const Node& parent = nodes_[at];
    const FoundSplit& split = *parent.best;
    const std::uint32_t feature = split.slot.feature;
    std::vector<std::uint8_t> memory;
    const BinTest test{.bins = tiles_.binned().bins(feature, memory),
                       .bin = split.bin,
                       .missing_bin = split.slot.has_missing ? BinnedFeatures::missing_bin
                                                             : BinnedFeatures::bin_count,
                       .missing_left = split.missing_left};
    const std::size_t middle = active_.separate(parent.begin, parent.end, test);
    const std::size_t idle_middle = idle_.separate(parent.idle_begin, parent.idle_end, test);
    Node left{.begin = parent.begin,
              .end = middle,
              .idle_begin = parent.idle_begin,
              .idle_end = idle_middle,
              .depth = parent.depth + 1,
              .leaf = {split.left, pulls_.units(), limits_of_child(parent, true)}};
    Node right{.begin = middle,
               .end = parent.end,
               .idle_begin = idle_middle,
               .idle_end = parent.idle_end,
               .depth = parent.depth + 1,
               .leaf = {parent.leaf.sums.minus(split.left), pulls_.units(),
                        limits_of_child(parent, false)}};
    ensures_rows(left);
    ensures_rows(right);
    mark(left, nodes_.size());
    mark(right, nodes_.size() + 1);
    nodes_.push_back(std::move(left));
    nodes_.push_back(std::move(right));
  }

  /// Histograms and lists must agree about every row.
  static void ensures_rows(const Node& node) {
    expects(node.end - node.begin == node.leaf.sums.rows, "as many rows as the histogram counts");
  }

  void mark(const Node& node, std::size_t number) {
    if (node_of_row_.empty()) return;
    for (const std::uint32_t row : active_.part(node.begin, node.end)) {
      node_of_row_[row] = static_cast<std::uint32_t>(number);
    }
  }

  /// Builds the histogram of a node, subtracts it from that of `other`, which has its parent's, and
  /// looks for the best splits of both. Tiles run in parallel, each with all that is done to it.
  void build_and_search(std::size_t built, std::optional<std::size_t> other) {
    const std::vector<Word> words = words_of(nodes_[built]);
    const std::size_t sparse_tasks =
        (tiles_.sparse_slots().size() + sparse_slots_of_a_task - 1) / sparse_slots_of_a_task;
    std::vector<Searched> searched;
    searched.push_back(searched_node(built));
    if (other) searched.push_back(searched_node(*other));
    const std::size_t tasks = tiles_.tile_count() + sparse_tasks;
    using Best = std::array<std::optional<FoundSplit>, 2>;
    std::vector<Best> best(tasks);
    parallel_for(tasks, [&](std::size_t task) {
      const bool is_tile = task < tiles_.tile_count();
      const std::span<const BinSlot> slots =
          is_tile ? tiles_.slots_of_tile(task) : sparse_task(task - tiles_.tile_count());
      if (is_tile) {
        fill_tile(task, nodes_[built], words);
      } else {
        for (const BinSlot& slot : slots) fill_sparse(slot, built);
      }
      for (const BinSlot& slot : slots) {
        if (other) subtract(slot, nodes_[built].cells, nodes_[*other].cells);
        for (std::size_t i = 0; i < searched.size(); ++i) {
          keep_better(best[task][i], search(searched[i], slot));
        }
      }
    });
    for (std::size_t i = 0; i < searched.size(); ++i) {
      Node& node = nodes_[searched[i].node];
      for (const Best& of_task : best) keep_better(node.best, of_task[i]);
      if (!node.best) node.cells = {};
    }
  }

  /// A node whose best split is looked for; no features: none is.
  struct Searched {
    std::size_t node = 0;
    std::vector<char> allowed = {};
  };

  Searched searched_node(std::size_t node) const {
    if (!may_split(nodes_[node])) return {node};
    return {node, draw_.of_node(node)};
  }

  std::span<const BinSlot> sparse_task(std::size_t task) const {
    const std::span<const BinSlot> all = tiles_.sparse_slots();
    const std::size_t begin = task * sparse_slots_of_a_task;
    return all.subspan(begin, std::min(sparse_slots_of_a_task, all.size() - begin));
  }

  /// The pulls of a node's rows in their order.
  std::vector<Word> words_of(const Node& node) const {
    const std::span<const std::uint32_t> rows = active_.part(node.begin, node.end);
    std::vector<Word> words(rows.size());
    for_each_chunk(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) words[i] = pulls_.words()[rows[i]];
    });
    return words;
  }

  void fill_tile(std::size_t tile, Node& node, std::span<const Word> words) const {
    const std::span<const std::uint32_t> rows = active_.part(node.begin, node.end);
    const bool are_all = rows.size() == tiles_.row_count();
    pulls_.fill_tile(
        tiles_.tile(tile), are_all ? std::span<const std::uint32_t>() : rows, words,
        std::span(node.cells).subspan(tile * BinTiles::cells_of_a_tile, BinTiles::cells_of_a_tile));
  }

  /// What is not stored has the bin of 0.
  void fill_sparse(const BinSlot& slot, std::size_t number) {
    Node& node = nodes_[number];
    const BinnedFeatures::SparseBins stored = tiles_.binned().sparse_bins(slot.feature);
    const std::span<Cell> cells = std::span(node.cells).subspan(slot.first_cell, slot.cells());
    std::ranges::fill(cells, Cell{});
    PullSums others = node.leaf.sums;
    for (std::size_t i = 0; i < stored.row.size(); ++i) {
      const Word& word = pulls_.words()[stored.row[i]];
      if (node_of_row_[stored.row[i]] != number || !Pulls::has_pull(word)) continue;
      const bool is_missing = slot.has_missing && stored.bin[i] == BinnedFeatures::missing_bin;
      const PullSums own = Pulls::sums_of(word);
      add_to_cell(cells[is_missing ? slot.missing_cell : stored.bin[i]], own);
      others = others.minus(own);
    }
    add_to_cell(cells[stored.others], others);
  }

  static void subtract(const BinSlot& slot, std::span<const Cell> part, std::span<Cell> whole) {
    for (std::size_t c = slot.first_cell; c <= slot.first_cell + slot.thresholds; ++c) {
      whole[c] -= part[c];
    }
    if (!slot.has_missing) return;
    const std::size_t missing = slot.first_cell + slot.missing_cell;
    whole[missing] -= part[missing];
  }

  std::optional<FoundSplit> search(const Searched& searched, const BinSlot& slot) const {
    if (searched.allowed.empty() || searched.allowed[slot.feature] == 0) return std::nullopt;
    const Node& node = nodes_[searched.node];
    return best_split<Cell>(
        rule_.split, node.leaf, slot,
        std::span<const Cell>(node.cells).subspan(slot.first_cell, slot.cells()),
        sign_of(slot.feature));
  }

  // --- the tree ---

  GrownTree finished() const {
    GrownTree grown;
    // Splits and leaves are numbered in the order of their nodes.
    std::vector<std::int32_t> number(nodes_.size());
    std::int32_t splits = 0;
    std::int32_t leaves = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      number[n] = nodes_[n].is_leaf() ? -1 - leaves++ : splits++;
    }
    const PullUnits units = exact_units(row_pulls_);
    const std::vector<PullSums> sums = exact_sums(units);
    std::vector<std::uint64_t> leaf_rows;
    std::vector<double> leaf_curvature;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      const LeafSums exact = units.of(sums[n]);
      if (node.is_leaf()) {
        grown.tree.value.push_back(rule_.split.leaf.value(exact, node.leaf.limits));
        leaf_rows.push_back(node.leaf.sums.rows);
        leaf_curvature.push_back(exact.curvature);
        continue;
      }
      const FoundSplit& split = *node.best;
      grown.tree.splits.push_back({.feature = split.slot.feature,
                                   .missing_left = split.missing_left,
                                   .threshold = threshold_of(split),
                                   .left = number[node.left],
                                   .right = number[node.right],
                                   .gain = split.gain});
      grown.tree.rows.push_back(node.leaf.sums.rows);
      grown.tree.curvature.push_back(exact.curvature);
    }
    grown.tree.rows.insert(grown.tree.rows.end(), leaf_rows.begin(), leaf_rows.end());
    grown.tree.curvature.insert(grown.tree.curvature.end(), leaf_curvature.begin(),
                                leaf_curvature.end());
    grown.leaf_of_row = leaves_of_rows(number);
    return grown;
  }

  /// A threshold that every present value passes lies above all floats.
  double threshold_of(const FoundSplit& split) const {
    const std::span<const double> thresholds = tiles_.binned().thresholds(split.slot.feature);
    return split.bin < thresholds.size() ? thresholds[split.bin]
                                         : double{std::numeric_limits<float>::max()};
  }

  /// Of each node: children come after their parents.
  std::vector<PullSums> exact_sums(const PullUnits& units) const {
    std::vector<PullSums> sums(nodes_.size());
    parallel_for(nodes_.size(), [&](std::size_t n) {
      if (!nodes_[n].is_leaf()) return;
      // Also of rows whose pulls few bits round to 0.
      for (const auto rows : {active_.part(nodes_[n].begin, nodes_[n].end),
                              idle_.part(nodes_[n].idle_begin, nodes_[n].idle_end)}) {
        for (const std::uint32_t row : rows) {
          sums[n].add(PullSums{exact_pull(row_pulls_.gradient[row], units.gradient),
                               exact_pull(row_pulls_.curvature[row], units.curvature), 1});
        }
      }
    });
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      if (nodes_[n].is_leaf()) continue;
      sums[n].add(sums[nodes_[n].left]);
      sums[n].add(sums[nodes_[n].right]);
    }
    return sums;
  }

  std::vector<std::uint32_t> leaves_of_rows(std::span<const std::int32_t> number) const {
    std::vector<std::uint32_t> leaf_of_row(tiles_.row_count());
    parallel_for(nodes_.size(), [&](std::size_t n) {
      const Node& node = nodes_[n];
      if (!node.is_leaf()) return;
      const auto leaf = static_cast<std::uint32_t>(-1 - number[n]);
      for (const std::uint32_t row : active_.part(node.begin, node.end)) leaf_of_row[row] = leaf;
      for (const std::uint32_t row : idle_.part(node.idle_begin, node.idle_end)) {
        leaf_of_row[row] = leaf;
      }
    });
    return leaf_of_row;
  }

  const BinTiles& tiles_;
  const GrowthRule& rule_;
  const RowPulls& row_pulls_;
  const FeatureDraw& draw_;
  Pulls pulls_;
  RowLists active_;  ///< rows with a pull
  RowLists idle_;
  std::vector<std::uint32_t> node_of_row_;  ///< of rows with a pull, if features are sparse
  std::vector<Node> nodes_;
};

template <class Pulls>
GrownTree grown_by(const BinTiles& tiles, const GrowthRule& rule, const RowPulls& pulls,
                   const FeatureDraw& draw, Pulls words) {
  return TreeGrowth<Pulls>(tiles, rule, pulls, draw, std::move(words)).grow();
}

}  // namespace

GrownTree grow_tree(const BinTiles& tiles, const GrowthRule& rule, const RowPulls& pulls,
                    const FeatureDraw& draw, std::uint64_t key) {
  expects(pulls.gradient.size() == tiles.row_count() && pulls.curvature.size() == tiles.row_count(),
          "a gradient and a curvature for each row");
  expects(rule.leaves > 0, "one leaf or more");
  if (rule.bits == 0) return grown_by(tiles, rule, pulls, draw, ExactPulls(pulls));
  if (tiles.row_count() <= PackedPulls::maximum_rows(rule.bits)) {
    return grown_by(tiles, rule, pulls, draw, PackedPulls(pulls, rule.bits, key));
  }
  if (tiles.row_count() < FastPulls<std::int32_t>::maximum_rows(rule.bits)) {
    return grown_by(tiles, rule, pulls, draw, FastPulls<std::int32_t>(pulls, rule.bits, key));
  }
  return grown_by(tiles, rule, pulls, draw, FastPulls<std::int64_t>(pulls, rule.bits, key));
}

}  // namespace podium
