#include "podium/learning/trees/tree_grower.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/trees/gradient_words.hpp"
#include "podium/learning/trees/histogram_limit.hpp"
#include "podium/learning/trees/row_lists.hpp"

namespace podium {

namespace {

constexpr std::size_t sparse_slots_of_a_task = 64;

/// The better of two splits, either of which may be none.
void keep_better(std::optional<FoundSplit>& best, const std::optional<FoundSplit>& other) {
  if (other && (!best || other->is_before(*best))) best = other;
}

/// Histograms of one size, which serve again when they are given back.
template <class Cell>
class HistogramPool {
 public:
  explicit HistogramPool(std::size_t cells) : cells_(cells) {}

  /// Of any content; empty if there is no memory for another one.
  std::vector<Cell> take() {
    if (!free_.empty()) {
      std::vector<Cell> taken = std::move(free_.back());
      free_.pop_back();
      return taken;
    }
    constexpr std::size_t fewest = 2;  // of a node and of one of its children
    const std::size_t bytes = cells_ * sizeof(Cell);
    if (made_ < fewest) {
      memory_.take_anyway(bytes);
    } else if (!memory_.take(bytes)) {
      return {};
    }
    ++made_;
    return std::vector<Cell>(cells_);
  }

  void give_back(std::vector<Cell> histogram) {
    if (!histogram.empty()) free_.push_back(std::move(histogram));
  }

 private:
  std::size_t cells_;
  std::size_t made_ = 0;
  HistogramMemory memory_;
  std::vector<std::vector<Cell>> free_;
};

template <class Gradients>
class Growth final : public TreeGrower {
 public:
  using Cell = typename Gradients::Cell;
  using Word = typename Gradients::Word;

  Growth(const BinTiles& tiles, const GrowthRule& rule)
      : tiles_(tiles),
        rule_(rule),
        gradients_(tiles.row_count(), rule.bits),
        pool_(tiles.cell_count()) {
    nodes_.reserve(2 * rule_.leaves);
  }

  GrownTree grow(const RowGradients& gradients, const FeatureDraw& draw,
                 std::uint64_t key) override {
    draw_ = &draw;
    gradients_.round(gradients, key);
    plant();
    if (may_split(nodes_[0])) {
      cells_[0] = take_histogram();
      build_and_search(0, std::nullopt);
    }
    for (std::size_t leaves = 1; leaves < rule_.leaves; ++leaves) {
      const std::optional<std::size_t> next = next_to_split();
      if (!next) break;
      const std::optional<Children> children = split(*next, leaves + 1 == rule_.leaves);
      if (children) build_and_search(children->smaller, children->larger);
    }
    for (std::vector<Cell>& cells : cells_) pool_.give_back(std::move(cells));
    return grown_tree(nodes_, tiles_, rule_.split.leaf, gradients, exact_units(gradients),
                      leaves_of_rows());
  }

 private:
  void plant() {
    const std::span<const Word> words = gradients_.words();
    active_.assign(words.size(),
                   [&](std::size_t row) { return Gradients::has_gradient(words[row]); });
    idle_.assign(words.size(),
                 [&](std::size_t row) { return !Gradients::has_gradient(words[row]); });
    if (!tiles_.sparse_slots().empty()) node_of_row_.assign(tiles_.row_count(), 0);
    nodes_.clear();
    cells_.clear();
    add_node({.end = active_.size(),
              .idle_end = idle_.size(),
              .leaf = {sums(), gradients_.units(), {}}});
  }

  void add_node(const GrowingNode& node) {
    nodes_.push_back(node);
    cells_.emplace_back();
  }

  /// Where memory is short, the leaf that would be split last gives its own.
  std::vector<Cell> take_histogram() {
    std::vector<Cell> taken = pool_.take();
    if (!taken.empty() || tiles_.cell_count() == 0) return taken;
    std::optional<std::size_t> last;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (cells_[n].empty()) continue;
      if (!last || nodes_[n].best->gain <= nodes_[*last].best->gain) last = n;
    }
    expects(last.has_value(), "a leaf with a histogram");
    return std::move(cells_[*last]);
  }

  /// Of all rows.
  GradientSums sums() const {
    const std::span<const Word> words = gradients_.words();
    std::vector<GradientSums> parts(chunk_count(words.size()));
    for_each_chunk(words.size(), [&](std::size_t begin, std::size_t end) {
      GradientSums part;
      for (std::size_t row = begin; row < end; ++row) {
        if (Gradients::has_gradient(words[row])) part.add(Gradients::sums_of(words[row]));
      }
      parts[begin / chunk_size] = part;
    });
    GradientSums all;
    for (const GradientSums& part : parts) all.add(part);
    return all;
  }

  bool may_split(const GrowingNode& node) const {
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
  ValueLimits limits_of_child(const GrowingNode& parent, bool is_left) const {
    const FoundSplit& split = *parent.best;
    ValueLimits limits = parent.leaf.limits;
    const int sign = sign_of(split.slot.feature);
    if (sign == 0 || sign == split_by_set) return limits;
    const double middle = 0.5 * (split.left_value + split.right_value);
    if (is_left == (sign > 0)) {
      limits.maximum = std::min(limits.maximum, middle);
    } else {
      limits.minimum = std::max(limits.minimum, middle);
    }
    return limits;
  }

  int sign_of(std::uint32_t feature) const { return rule_.sign.empty() ? 0 : rule_.sign[feature]; }

  struct Children {
    std::size_t smaller = 0;
    std::size_t larger = 0;  ///< has the histogram of the parent
  };

  /// The children if they may be split in turn: those of the last split stay leaves.
  std::optional<Children> split(std::size_t at, bool is_last) {
    const std::size_t left = nodes_.size();
    const std::size_t right = left + 1;
    if (cells_[at].empty() && !is_last) build_again(at);
    nodes_[at].left = left;
    nodes_[at].right = right;
    add_children(at);
    std::vector<Cell> cells = std::move(cells_[at]);
    if (is_last || (!may_split(nodes_[left]) && !may_split(nodes_[right]))) {
      pool_.give_back(std::move(cells));
      return std::nullopt;
    }
    const bool left_is_smaller = nodes_[left].leaf.sums.rows <= nodes_[right].leaf.sums.rows;
    const std::size_t smaller = left_is_smaller ? left : right;
    const std::size_t larger = left_is_smaller ? right : left;
    cells_[smaller] = take_histogram();
    cells_[larger] = std::move(cells);
    return Children{smaller, larger};
  }

  void add_children(std::size_t at) {
    const GrowingNode& parent = nodes_[at];
    const FoundSplit& split = *parent.best;
    const std::uint32_t feature = split.slot.feature;
    std::vector<std::uint8_t> memory;
    BinTest test{.bins = tiles_.binned().bins(feature, memory),
                 .bin = split.bin,
                 .missing_bin = split.slot.has_missing ? BinnedFeatures::missing_bin
                                                       : BinnedFeatures::bin_count,
                 .missing_left = split.missing_left};
    std::vector<std::uint8_t> is_right;
    if (split.set != 0) {
      is_right.resize(test.bins.size() + BinTest::readable_behind);
      std::ranges::transform(test.bins, is_right.begin(), [&](std::uint8_t bin) {
        return static_cast<std::uint8_t>((split.set >> bin & 1U) ^ 1U);
      });
      test.bins = std::span(is_right).first(test.bins.size());
      test.bin = 0;
    }
    const std::size_t middle = active_.separate(parent.begin, parent.end, test);
    const std::size_t idle_middle = idle_.separate(parent.idle_begin, parent.idle_end, test);
    const GrowingNode left{.begin = parent.begin,
                           .end = middle,
                           .idle_begin = parent.idle_begin,
                           .idle_end = idle_middle,
                           .depth = parent.depth + 1,
                           .leaf = {split.left, gradients_.units(), limits_of_child(parent, true)}};
    const GrowingNode right{.begin = middle,
                            .end = parent.end,
                            .idle_begin = idle_middle,
                            .idle_end = parent.idle_end,
                            .depth = parent.depth + 1,
                            .leaf = {parent.leaf.sums.minus(split.left), gradients_.units(),
                                     limits_of_child(parent, false)}};
    ensures_rows(left);
    ensures_rows(right);
    mark(left, nodes_.size());
    mark(right, nodes_.size() + 1);
    add_node(left);
    add_node(right);
  }

  /// Histograms and lists must agree about every row.
  static void ensures_rows(const GrowingNode& node) {
    expects(node.rows() == node.leaf.sums.rows, "as many rows as the histogram counts");
  }

  void mark(const GrowingNode& node, std::size_t number) {
    if (node_of_row_.empty()) return;
    for (const std::uint32_t row : active_.part(node.begin, node.end)) {
      node_of_row_[row] = static_cast<std::uint32_t>(number);
    }
  }

  std::size_t task_count() const {
    const std::size_t sparse = tiles_.sparse_slots().size();
    return tiles_.tile_count() + (sparse + sparse_slots_of_a_task - 1) / sparse_slots_of_a_task;
  }

  std::span<const BinSlot> slots_of(std::size_t task) const {
    if (task < tiles_.tile_count()) return tiles_.tile(task).slots;
    const std::span<const BinSlot> all = tiles_.sparse_slots();
    const std::size_t begin = (task - tiles_.tile_count()) * sparse_slots_of_a_task;
    return all.subspan(begin, std::min(sparse_slots_of_a_task, all.size() - begin));
  }

  /// Features that cannot divide the rows of a node are closed in its histogram and in those of all
  /// nodes below it: they are neither filled nor searched.
  static constexpr std::uint32_t closed = std::numeric_limits<std::uint32_t>::max();
  static bool is_closed(const BinSlot& slot, std::span<const Cell> histogram) {
    return !histogram.empty() && histogram[slot.first_cell].rows == closed;
  }

  /// Fills the part of a node's histogram that a task has. `parent` is the histogram of its parent;
  /// empty: no feature is closed.
  void fill_task(std::size_t task, std::size_t node, std::span<const Word> words,
                 std::span<const Cell> parent) {
    const std::span<const BinSlot> slots = slots_of(task);
    if (task < tiles_.tile_count()) {
      const BinTile& tile = tiles_.tile(task);
      std::array<std::uint8_t, BinTiles::maximum_width> memory;
      const std::span<const std::uint8_t> open = open_columns(tile, parent, memory);
      if (!open.empty()) {
        gradients_.fill_tile(tile, open, listed_rows(nodes_[node]), words,
                             std::span(cells_[node]).subspan(tile.first_cell(), tile.cells()));
      }
    } else {
      for (const BinSlot& slot : slots) {
        if (!is_closed(slot, parent)) fill_sparse(slot, node);
      }
    }
    for (const BinSlot& slot : slots) {
      if (is_closed(slot, parent)) cells_[node][slot.first_cell].rows = closed;
    }
  }

  /// Of a leaf that gave its histogram to another.
  void build_again(std::size_t node) {
    cells_[node] = take_histogram();
    const std::span<const Word> words = words_of(nodes_[node]);
    parallel_for(task_count(), [&](std::size_t task) { fill_task(task, node, words, {}); });
  }

  /// Builds the histogram of a node, subtracts it from that of `other`, which has its parent's, and
  /// looks for the best splits of both. Tiles run in parallel, each with all that is done to it.
  void build_and_search(std::size_t built, std::optional<std::size_t> other) {
    const std::span<const Word> words = words_of(nodes_[built]);
    std::vector<Searched> searched;
    searched.push_back(searched_node(built));
    if (other) searched.push_back(searched_node(*other));
    const std::size_t tasks = task_count();
    using Best = std::array<std::optional<FoundSplit>, 2>;
    std::vector<Best> best(tasks);
    parallel_for(tasks, [&](std::size_t task) {
      fill_task(task, built, words, other ? cells_[*other] : std::span<const Cell>());
      for (const BinSlot& slot : slots_of(task)) {
        if (is_closed(slot, cells_[built])) continue;
        if (other) subtract(slot, cells_[built], cells_[*other]);
        for (std::size_t i = 0; i < searched.size(); ++i) {
          const double enough = best[task][i] ? best[task][i]->gain : rule_.split.min_gain;
          const SlotSearch found = search(searched[i], slot, enough);
          keep_better(best[task][i], found.best);
          if (!found.is_divisible) cells_[searched[i].node][slot.first_cell].rows = closed;
        }
      }
    });
    for (std::size_t i = 0; i < searched.size(); ++i) {
      GrowingNode& node = nodes_[searched[i].node];
      for (const Best& of_task : best) keep_better(node.best, of_task[i]);
      if (!node.best) pool_.give_back(std::move(cells_[searched[i].node]));
    }
  }

  /// A node whose best split is looked for; no features: none is.
  struct Searched {
    std::size_t node = 0;
    std::vector<char> allowed = {};
  };

  Searched searched_node(std::size_t node) const {
    if (!may_split(nodes_[node])) return {node};
    return {node, draw_->of_node(node)};
  }

  /// The rows of a node with a gradient; empty: all that there are.
  std::span<const std::uint32_t> listed_rows(const GrowingNode& node) const {
    const std::span<const std::uint32_t> rows = active_.part(node.begin, node.end);
    return rows.size() == tiles_.row_count() ? std::span<const std::uint32_t>() : rows;
  }

  /// The gradients of a node's rows in their order.
  std::span<const Word> words_of(const GrowingNode& node) {
    const std::span<const std::uint32_t> rows = listed_rows(node);
    if (rows.empty()) return gradients_.words();
    words_.resize(std::max(words_.size(), rows.size()));
    for_each_chunk(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) words_[i] = gradients_.words()[rows[i]];
    });
    return std::span(words_).first(rows.size());
  }

  static std::span<const std::uint8_t> open_columns(const BinTile& tile,
                                                    std::span<const Cell> parent,
                                                    std::span<std::uint8_t> memory) {
    std::size_t open = 0;
    for (std::size_t column = 0; column < tile.width(); ++column) {
      if (!is_closed(tile.slots[column], parent)) {
        memory[open++] = static_cast<std::uint8_t>(column);
      }
    }
    return memory.first(open);
  }

  /// What is not stored has the bin of 0.
  void fill_sparse(const BinSlot& slot, std::size_t number) {
    const BinnedFeatures::SparseBins stored = tiles_.binned().sparse_bins(slot.feature);
    const std::span<Cell> cells = std::span(cells_[number]).subspan(slot.first_cell, slot.cells());
    std::ranges::fill(cells, Cell{});
    GradientSums others = nodes_[number].leaf.sums;
    for (std::size_t i = 0; i < stored.row.size(); ++i) {
      const Word& word = gradients_.words()[stored.row[i]];
      if (node_of_row_[stored.row[i]] != number || !Gradients::has_gradient(word)) continue;
      const bool is_missing = slot.has_missing && stored.bin[i] == BinnedFeatures::missing_bin;
      const GradientSums own = Gradients::sums_of(word);
      cells[is_missing ? slot.missing_cell() : stored.bin[i]].add(own);
      others = others.minus(own);
    }
    cells[stored.others].add(others);
  }

  static void subtract(const BinSlot& slot, std::span<const Cell> part, std::span<Cell> whole) {
    for (std::size_t c = slot.first_cell; c < slot.first_cell + slot.cells(); ++c) {
      whole[c] -= part[c];
    }
  }

  SlotSearch search(const Searched& searched, const BinSlot& slot, double enough) const {
    if (searched.allowed.empty() || searched.allowed[slot.feature] == 0) return {};
    const GrowingNode& node = nodes_[searched.node];
    return best_split<Cell>(
        rule_.split, node.leaf, slot,
        std::span<const Cell>(cells_[searched.node]).subspan(slot.first_cell, slot.cells()),
        sign_of(slot.feature), enough);
  }

  /// Leaves are numbered in the order of their nodes.
  std::vector<std::uint32_t> leaves_of_rows() const {
    std::vector<std::uint32_t> leaf_of_row(tiles_.row_count());
    std::vector<std::size_t> leaves;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].is_leaf()) leaves.push_back(n);
    }
    parallel_for(leaves.size(), [&](std::size_t leaf) {
      const GrowingNode& node = nodes_[leaves[leaf]];
      for (const auto rows :
           {active_.part(node.begin, node.end), idle_.part(node.idle_begin, node.idle_end)}) {
        for (const std::uint32_t row : rows) leaf_of_row[row] = static_cast<std::uint32_t>(leaf);
      }
    });
    return leaf_of_row;
  }

  const BinTiles& tiles_;
  GrowthRule rule_;
  const FeatureDraw* draw_ = nullptr;  ///< of the tree that grows
  Gradients gradients_;
  RowLists active_;  ///< rows with a gradient
  RowLists idle_;
  std::vector<std::uint32_t> node_of_row_;  ///< of rows with a gradient, if features are sparse
  std::vector<GrowingNode> nodes_;
  std::vector<std::vector<Cell>> cells_;  ///< the histogram of each node, while it may be split
  HistogramPool<Cell> pool_;
  std::vector<Word> words_;  ///< of the node whose histogram is built
};

}  // namespace

std::unique_ptr<TreeGrower> tree_grower(const BinTiles& tiles, const GrowthRule& rule) {
  expects(rule.leaves > 0, "one leaf or more");
  if (rule.bits == 0) return std::make_unique<Growth<ExactGradients>>(tiles, rule);
  if (tiles.row_count() < FastGradients<std::int32_t>::maximum_rows(rule.bits)) {
    return std::make_unique<Growth<FastGradients<std::int32_t>>>(tiles, rule);
  }
  return std::make_unique<Growth<FastGradients<std::int64_t>>>(tiles, rule);
}

}  // namespace podium
