#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/collected_rows.hpp"
#include "podium/learning/trees/feature_draw.hpp"
#include "podium/learning/trees/gradient_words.hpp"
#include "podium/learning/trees/growing_node.hpp"
#include "podium/learning/trees/histogram_pool.hpp"
#include "podium/learning/trees/row_lists.hpp"
#include "podium/learning/trees/split_search.hpp"

namespace podium {

/// The histograms of the nodes of a tree, and the best splits found in them. One pass builds those
/// of many nodes. Its tasks are a tile and some rows of a node, or those of all nodes where the
/// tile is on disk; sums of whole numbers are the same however they are divided, so the division
/// suits the number of threads.
template <class Gradients>
class NodeHistograms {
 public:
  using Cell = typename Gradients::Cell;
  using Word = typename Gradients::Word;

  /// A node whose histogram is built from its rows. That of its sibling is the difference from
  /// their parent's, which the sibling was given; without a sibling nothing is known of the parent.
  struct Build {
    std::size_t node = 0;
    std::optional<std::size_t> sibling = std::nullopt;
  };

  /// Borrows all; `sign` as in GrowthRule.
  NodeHistograms(const BinTiles& tiles, const SplitRule& rule, const std::vector<int>& sign,
                 const Gradients& gradients, CollectedRows& collected)
      : tiles_(tiles),
        rule_(rule),
        sign_(sign),
        gradients_(gradients),
        collected_(collected),
        pool_(tiles.cell_count()) {}

  /// Before a tree grows.
  void clear() {
    for (std::vector<Cell>& cells : cells_) pool_.give_back(std::move(cells));
    cells_.clear();
    builds_.clear();
    build_of_node_.clear();
    words_.resize(tiles_.row_count());
    if (!tiles_.sparse_slots().empty()) node_of_row_.assign(tiles_.row_count(), 0);
  }

  void add_node() { cells_.emplace_back(); }
  bool has(std::size_t node) const { return !cells_[node].empty(); }
  void drop(std::size_t node) { pool_.give_back(std::move(cells_[node])); }

  /// Whether there is memory for so many more.
  bool has_memory(std::size_t count) { return pool_.has(count); }

  /// Gives a node memory. Where it is short, the leaf that would be split last gives its own.
  void make(std::size_t node, std::span<const GrowingNode> nodes) {
    cells_[node] = pool_.take();
    if (!cells_[node].empty() || tiles_.cell_count() == 0) return;
    std::optional<std::size_t> last;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (cells_[n].empty() || !nodes[n].best) continue;
      if (!last || nodes[n].best->gain <= nodes[*last].best->gain) last = n;
    }
    expects(last.has_value(), "a leaf with a histogram");
    pass_on(*last, node);
  }
  void pass_on(std::size_t from, std::size_t to) { cells_[to] = std::move(cells_[from]); }

  /// Begins a pass. Before build_and_search(), note_rows() must have been called for all rows of
  /// the nodes that are built.
  void plan(std::vector<Build> builds) {
    for (const Build& build : builds_) build_of_node_[build.node] = none;
    builds_ = std::move(builds);
    build_of_node_.resize(cells_.size(), none);
    for (std::size_t b = 0; b < builds_.size(); ++b) {
      build_of_node_[builds_[b].node] = static_cast<std::uint32_t>(b);
    }
  }

  /// Some rows of a node, from a place in the lists on.
  void note_rows(std::size_t node, std::span<const std::uint32_t> rows, std::size_t begin) {
    if (build_of_node_[node] == none) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      words_[begin + i] =
          gradients_.words()[collected_.is_used() ? collected_.row(rows[i]) : rows[i]];
    }
    if (node_of_row_.empty()) return;
    for (const std::uint32_t row : rows) node_of_row_[row] = static_cast<std::uint32_t>(node);
  }

  /// Builds the histograms of the plan, and finds the best splits of its nodes and their siblings:
  /// from the rows that were collected if these are used. Else they are copied.
  void build_and_search(std::span<GrowingNode> nodes, const RowLists& rows,
                        const FeatureDraw& draw) {
    Pass pass{nodes, rows, {}, std::vector<Unit>(builds_.size() * part_count())};
    for (const Build& build : builds_) {
      pass.searched.push_back(searched(nodes, build.node, draw));
      pass.searched.push_back(build.sibling ? searched(nodes, *build.sibling, draw) : Searched());
    }
    const std::vector<Task> tasks = tasks_of(pass);
    std::optional<OutOfCore::Pass> order;
    if (reads_tiles()) order.emplace();
    parallel_for(tasks.size(), [&](std::size_t t) {
      const Task& task = tasks[t];
      OutOfCore::keep_limit();
      if (task.part >= tiles_.tile_count()) {
        fill_sparse(pass, slots_of(task.part));
        for (std::size_t b = 0; b < builds_.size(); ++b) search(pass, b, task.part);
      } else if (task.build == every_build) {
        fetch_rows(task.part, task.begin, blocks_ahead);
        const std::size_t next = OutOfCore::Pass::is_backward() ? t - 1 : t + 1;
        if (next < tasks.size()) fetch_rows(tasks[next].part, tasks[next].begin, 1);
        read_tile(pass, task);
      } else {
        Filling filling = begin_filling(pass, task);
        add_rows(pass, task, filling);
        finish(pass, task, filling);
      }
    });
    for (std::size_t u = 0; u < pass.units.size(); ++u) {
      const Build& build = builds_[u / part_count()];
      keep_better(nodes[build.node].best, pass.units[u].best[0]);
      if (build.sibling) keep_better(nodes[*build.sibling].best, pass.units[u].best[1]);
    }
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t sparse_slots_of_a_part = 64;
  static constexpr std::size_t every_build = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t block = std::size_t{8} << 20U;  ///< of a tile, in bytes
  static constexpr std::size_t blocks_ahead = 4;

  /// A node whose best split is looked for; no features: none is.
  struct Searched {
    std::size_t node = 0;
    std::vector<char> allowed = {};
  };

  /// A part of the features in the histogram of one node.
  struct Unit {
    std::mutex mutex;
    std::size_t pieces = 1;
    std::size_t finished = 0;  ///< of these
    std::array<std::optional<FoundSplit>, 2> best;
  };

  struct Pass {
    std::span<GrowingNode> nodes;
    const RowLists& rows;
    std::vector<Searched> searched;  ///< two for each build
    std::vector<Unit> units;         ///< build by build
  };

  /// Some rows of a build in a tile; some of all rows, for all builds; or sparse features of these.
  struct Task {
    std::size_t part = 0;
    std::size_t build = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  static void keep_better(std::optional<FoundSplit>& best, const std::optional<FoundSplit>& other) {
    if (other && (!best || other->is_before(*best))) best = other;
  }

  static Searched searched(std::span<const GrowingNode> nodes, std::size_t node,
                           const FeatureDraw& draw) {
    if (!nodes[node].may_split) return {node};
    return {node, draw.of_node(nodes[node].path)};
  }

  /// Tiles, then sparse features.
  std::size_t part_count() const {
    const std::size_t sparse = tiles_.sparse_slots().size();
    return tiles_.tile_count() + (sparse + sparse_slots_of_a_part - 1) / sparse_slots_of_a_part;
  }

  std::span<const BinSlot> slots_of(std::size_t part) const {
    if (part < tiles_.tile_count()) return tiles_.tile(part).slots;
    const std::span<const BinSlot> all = tiles_.sparse_slots();
    const std::size_t begin = (part - tiles_.tile_count()) * sparse_slots_of_a_part;
    return all.subspan(begin, std::min(sparse_slots_of_a_part, all.size() - begin));
  }

  /// What a task adds to the histogram of a build.
  struct Filling {
    std::array<std::uint8_t, BinTiles::maximum_width> memory{};
    std::size_t open = 0;
    std::vector<Cell> own;  ///< its sums, if other tasks add to the same cells
    std::span<Cell> cells;

    std::span<const std::uint8_t> columns() const { return std::span(memory).first(open); }
  };

  /// The more threads there are, the less evenly a few tasks would keep them busy. But a task is
  /// not so small that adding up its histogram would matter.
  std::size_t rows_of_a_task(const Pass& pass) const {
    constexpr std::size_t most_tasks_of_a_thread = 12;
    constexpr std::size_t fewest_rows = std::size_t{1} << 14U;
    const std::size_t threads = thread_count();
    if (threads == 1) return std::numeric_limits<std::size_t>::max();
    std::size_t rows = 0;
    for (const Build& build : builds_) rows += pass.nodes[build.node].rows();
    const std::size_t tasks = threads * std::min(threads, most_tasks_of_a_thread);
    return std::max(fewest_rows, rows * tiles_.tile_count() / tasks);
  }

  bool reads_tiles() const { return are_bins_on_disk() && !collected_.is_used(); }

  std::vector<Task> tasks_of(Pass& pass) const {
    std::vector<Task> tasks;
    if (builds_.empty()) return tasks;
    for (std::size_t part = tiles_.tile_count(); part < part_count(); ++part) {
      tasks.push_back({.part = part});
    }
    if (reads_tiles()) {
      // Two of each thread: whoever is ready first does more.
      const std::size_t pieces =
          1 + (2 * thread_count() - 1) / std::max<std::size_t>(1, tiles_.tile_count());
      for (Unit& unit : pass.units) unit.pieces = pieces;
      for (std::size_t i = 0; i < pieces * tiles_.tile_count(); ++i) {
        const std::size_t piece = i % pieces;
        const std::size_t rows = tiles_.row_count();
        tasks.push_back(
            {i / pieces, every_build, rows * piece / pieces, rows * (piece + 1) / pieces});
      }
      return tasks;
    }
    const std::size_t most = rows_of_a_task(pass);
    for (std::size_t b = 0; b < builds_.size(); ++b) {
      const std::size_t rows = pass.nodes[builds_[b].node].rows();
      const std::size_t pieces = 1 + (rows - 1) / most;
      for (std::size_t part = 0; part < tiles_.tile_count(); ++part) {
        pass.units[b * part_count() + part].pieces = pieces;
        for (std::size_t i = 0; i < pieces; ++i) {
          tasks.push_back({part, b, rows * i / pieces, rows * (i + 1) / pieces});
        }
      }
    }
    return tasks;
  }

  /// Has blocks of a tile that is on disk, from a row on, brought into memory.
  void fetch_rows(std::size_t part, std::size_t row, std::size_t blocks) const {
    const BinTile tile = tiles_.tile(part);
    const auto bytes = tile.bytes.subspan(std::min(tile.bytes.size(), tile.stride() * row));
    OutOfCore::fetch(bytes.data(), std::min(bytes.size(), blocks * block));
  }

  /// Each block of the tile is read once.
  void read_tile(Pass& pass, Task task) {
    const std::size_t most = block / tiles_.tile(task.part).stride();
    std::vector<Filling> fillings;
    std::vector<Task> pieces(builds_.size(), task);
    for (std::size_t b = 0; b < builds_.size(); ++b) {
      pieces[b].build = b;
      fillings.push_back(begin_filling(pass, pieces[b]));
    }
    for (std::size_t begin = task.begin; begin < task.end; begin += most) {
      const std::size_t end = std::min(task.end, begin + most);
      OutOfCore::keep_limit();
      fetch_rows(task.part, begin + blocks_ahead * most, 1);
      for (std::size_t b = 0; b < builds_.size(); ++b) {
        const GrowingNode& node = pass.nodes[builds_[b].node];
        const auto rows = pass.rows.part(node.begin, node.end, node.depth);
        const auto place_of = [&](std::size_t row) {
          return static_cast<std::size_t>(std::ranges::lower_bound(rows, row) - rows.begin());
        };
        pieces[b].begin = place_of(begin);
        pieces[b].end = place_of(end);
        if (pieces[b].begin < pieces[b].end) add_rows(pass, pieces[b], fillings[b]);
      }
      collected_.copy(task.part, begin, end);
    }
    for (std::size_t b = 0; b < builds_.size(); ++b) finish(pass, pieces[b], fillings[b]);
  }

  /// Features that cannot divide the rows of a node are closed in its histogram and in those of all
  /// nodes below it: they are neither filled nor searched.
  static constexpr std::uint32_t closed = std::numeric_limits<std::uint32_t>::max();
  static bool is_closed(const BinSlot& slot, std::span<const Cell> histogram) {
    return !histogram.empty() && histogram[slot.first_cell].rows == closed;
  }

  /// Empty: no feature is closed.
  std::span<const Cell> histogram_of_parent(const Build& build) const {
    return build.sibling ? cells_[*build.sibling] : std::span<const Cell>();
  }

  std::span<Cell> cells_of(std::size_t node, const BinSlot& slot) {
    return std::span(cells_[node]).subspan(slot.first_cell, slot.cells());
  }

  TileRows<Word> rows_of(const Pass& pass, const Task& task,
                         std::span<const std::uint8_t> columns) const {
    const GrowingNode& node = pass.nodes[builds_[task.build].node];
    const std::size_t count = task.end - task.begin;
    BinTile tile = collected_.is_used() ? collected_.tile(task.part) : tiles_.tile(task.part);
    if (node.rows() == tiles_.row_count()) {  // in their order, without a list
      tile.bytes = tile.bytes.subspan(task.begin * tile.stride());
      return {tile, columns, {}, gradients_.words().subspan(task.begin, count)};
    }
    const std::size_t begin = node.begin + task.begin;
    return {tile, columns, pass.rows.part(begin, begin + count, node.depth),
            std::span(words_).subspan(begin, count)};
  }

  Filling begin_filling(const Pass& pass, const Task& task) {
    const Build& build = builds_[task.build];
    const BinTile tile = tiles_.tile(task.part);
    Filling made;
    made.cells = std::span(cells_[build.node]).subspan(tile.first_cell(), tile.cells());
    made.open = open_columns(tile, histogram_of_parent(build), made.memory);
    if (pass.units[task.build * part_count() + task.part].pieces == 1) {
      for (const std::uint8_t column : made.columns()) {
        std::ranges::fill(cells_of(build.node, tile.slots[column]), Cell{});
      }
    } else {
      made.own.resize(made.cells.size());
    }
    return made;
  }

  void add_rows(const Pass& pass, const Task& task, Filling& into) const {
    if (into.open == 0) return;
    gradients_.add_tile(rows_of(pass, task, into.columns()),
                        into.own.empty() ? into.cells : std::span(into.own));
  }

  /// Searches if all rows of the build are in the histogram now.
  void finish(Pass& pass, const Task& task, const Filling& filling) {
    Unit& unit = pass.units[task.build * part_count() + task.part];
    if (unit.pieces > 1) {
      const BinTile tile = tiles_.tile(task.part);
      const std::scoped_lock lock(unit.mutex);
      for (const std::uint8_t column : filling.columns()) {
        const BinSlot& slot = tile.slots[column];
        const std::size_t first = slot.first_cell - tile.first_cell();
        for (std::size_t c = first; c < first + slot.cells(); ++c) {
          if (unit.finished == 0) filling.cells[c] = Cell{};
          filling.cells[c] += filling.own[c];
        }
      }
      if (++unit.finished < unit.pieces) return;
    }
    search(pass, task.build, task.part);
  }

  /// Writes them, and returns their number.
  static std::size_t open_columns(const BinTile& tile, std::span<const Cell> parent,
                                  std::span<std::uint8_t> columns) {
    std::size_t open = 0;
    for (std::size_t column = 0; column < tile.width(); ++column) {
      if (!is_closed(tile.slots[column], parent)) {
        columns[open++] = static_cast<std::uint8_t>(column);
      }
    }
    return open;
  }

  /// Reads what is stored once for all builds; what is not has the bin of 0.
  void fill_sparse(const Pass& pass, std::span<const BinSlot> slots) {
    std::vector<Cell*> into(builds_.size());  // null: closed
    std::vector<GradientSums> others(builds_.size());
    for (const BinSlot& slot : slots) {
      for (std::size_t b = 0; b < builds_.size(); ++b) {
        const std::span<Cell> cells = cells_of(builds_[b].node, slot);
        into[b] = is_closed(slot, histogram_of_parent(builds_[b])) ? nullptr : cells.data();
        others[b] = pass.nodes[builds_[b].node].leaf.sums;
        if (into[b] != nullptr) std::ranges::fill(cells, Cell{});
      }
      const BinnedFeatures::SparseBins stored = tiles_.binned().sparse_bins(slot.feature);
      for (std::size_t i = 0; i < stored.row.size(); ++i) {
        const std::uint32_t build = build_of_node_[node_of_row_[stored.row[i]]];
        const Word& word = gradients_.words()[stored.row[i]];
        if (build == none || into[build] == nullptr || !Gradients::has_gradient(word)) continue;
        const bool is_missing = slot.has_missing && stored.bin[i] == BinnedFeatures::missing_bin;
        const GradientSums own = Gradients::sums_of(word);
        into[build][is_missing ? slot.missing_cell() : stored.bin[i]].add(own);
        others[build] = others[build].minus(own);
      }
      for (std::size_t b = 0; b < builds_.size(); ++b) {
        if (into[b] != nullptr) into[b][stored.others].add(others[b]);
      }
    }
  }

  /// Subtracts what was built from the histogram of the parent, and looks for splits in both.
  void search(Pass& pass, std::size_t number, std::size_t part) {
    const Build& build = builds_[number];
    Unit& unit = pass.units[number * part_count() + part];
    for (const BinSlot& slot : slots_of(part)) {
      if (is_closed(slot, histogram_of_parent(build))) {
        cells_[build.node][slot.first_cell].rows = closed;
        continue;
      }
      if (build.sibling) {
        const std::span<Cell> whole = cells_of(*build.sibling, slot);
        const std::span<const Cell> built = cells_of(build.node, slot);
        for (std::size_t c = 0; c < whole.size(); ++c) whole[c] -= built[c];
      }
      for (std::size_t i = 0; i < (build.sibling ? 2U : 1U); ++i) {
        search_slot(pass, pass.searched[2 * number + i], slot, unit.best[i]);
      }
    }
  }

  void search_slot(const Pass& pass, const Searched& searched, const BinSlot& slot,
                   std::optional<FoundSplit>& best) {
    if (searched.allowed.empty() || searched.allowed[slot.feature] == 0) return;
    const std::span<Cell> cells = cells_of(searched.node, slot);
    const SlotSearch found = best_split<Cell>(rule_, pass.nodes[searched.node].leaf, slot, cells,
                                              sign_.empty() ? 0 : sign_[slot.feature],
                                              best ? best->gain : rule_.min_gain);
    keep_better(best, found.best);
    if (!found.is_divisible) cells.front().rows = closed;
  }

  const BinTiles& tiles_;
  const SplitRule& rule_;
  const std::vector<int>& sign_;
  const Gradients& gradients_;
  CollectedRows& collected_;
  HistogramPool<Cell> pool_;
  std::vector<std::vector<Cell>> cells_;  ///< of each node, while it may be split
  std::vector<Build> builds_;             ///< of this pass
  std::vector<std::uint32_t> build_of_node_;
  std::vector<Word> words_;                 ///< of nodes that are built, in the order of their rows
  std::vector<std::uint32_t> node_of_row_;  ///< that was built last; only if features are sparse
};

}  // namespace podium
