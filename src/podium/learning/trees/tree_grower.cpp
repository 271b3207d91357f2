#include "podium/learning/trees/tree_grower.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/trees/collected_rows.hpp"
#include "podium/learning/trees/gradient_words.hpp"
#include "podium/learning/trees/growth_order.hpp"
#include "podium/learning/trees/node_histograms.hpp"
#include "podium/learning/trees/row_lists.hpp"

namespace podium {

namespace {

/// What a pass is worth for each pair of threads, in rows of a tile: the more threads wait for one
/// another at its end, the more work it should have.
constexpr std::size_t rows_of_a_pair = 8192;
/// What looking for the splits of one feature costs, in rows of a tile.
constexpr std::size_t rows_of_a_search = 32;
constexpr std::size_t most_nodes_of_a_pass = 1024;
/// Bytes of bins that are copied or fetched for the splits of a pass.
constexpr std::size_t most_copies = std::size_t{1} << 26U;

template <class Gradients>
class Growth final : public TreeGrower {
 public:
  Growth(const BinTiles& tiles, const GrowthRule& rule)
      : tiles_(tiles),
        rule_(rule),
        gradients_(tiles.row_count(), rule.bits),
        order_(rule.leaves),
        collected_(tiles),
        histograms_(tiles, rule_.split, rule_.sign, gradients_, collected_) {}

  GrownTree grow(const RowGradients& gradients, const FeatureDraw& draw,
                 std::uint64_t key) override {
    gradients_.round(gradients, key);
    std::size_t passes = 0;
    for (Builds builds = plant(); !builds.empty(); builds = split_next()) {
      build(builds, draw);
      ++passes;
      if (!collected_.empty()) grow_collected(draw);
    }
    split_the_rest();
    const GrowthOrder::Tree tree = order_.tree(nodes_);
    GrownTree grown = grown_tree(tree.nodes, tiles_, rule_.split.leaf, gradients,
                                 exact_units(gradients), leaves_of_rows(tree.leaf_of_node));
    if (are_bins_on_disk()) grown.passes = passes;
    return grown;
  }

 private:
  using Histograms = NodeHistograms<Gradients>;
  using Builds = std::vector<typename Histograms::Build>;

  /// Begins with a root; returns what is built to find its split, nothing if it may have none.
  Builds plant() {
    const auto words = gradients_.words();
    const std::size_t active = rows_.assign(
        words.size(), [&](std::size_t row) { return Gradients::has_gradient(words[row]); });
    nodes_.clear();
    order_.plant();
    histograms_.clear();
    collected_.clear();
    add_node({.end = active,
              .idle_begin = active,
              .idle_end = words.size(),
              .leaf = {sums(), gradients_.units(), {}}});
    if (!nodes_[0].may_split) return {};
    Builds root = {{0}};
    histograms_.make(0, nodes_);
    histograms_.plan(root);
    for_each_chunk(active, [&](std::size_t begin, std::size_t end) {
      histograms_.note_rows(0, rows_.part(begin, end, 0), begin);
    });
    return root;
  }

  void build(const Builds& builds, const FeatureDraw& draw) {
    histograms_.build_and_search(nodes_, rows_, draw);
    for (const auto& build : builds) {
      note_best(build.node);
      if (build.sibling) note_best(*build.sibling);
    }
  }

  /// Goes on below the nodes whose rows the last pass collected, without another pass.
  void grow_collected(const FeatureDraw& draw) {
    collected_.use();
    std::size_t place = 0;
    for (GrowingNode& node : nodes_) {
      if (!node.is_collected) continue;
      for (const auto& [begin, end] : parts_of(node)) {
        rows_.rename(begin, end, node.depth, [place](std::size_t i, std::uint32_t /*row*/) {
          return static_cast<std::uint32_t>(place + i);
        });
        place += end - begin;
      }
    }
    for (Builds builds = split_next(); !builds.empty(); builds = split_next()) build(builds, draw);
    for (GrowingNode& node : nodes_) {
      if (!std::exchange(node.is_collected, false) || !node.is_leaf()) continue;
      for (const auto& [begin, end] : parts_of(node)) {
        rows_.rename(begin, end, node.depth, [&](std::size_t /*i*/, std::uint32_t place_of_row) {
          return collected_.row(place_of_row);
        });
      }
    }
    collected_.clear();
  }

  /// Of the rows in the lists.
  static std::array<std::pair<std::size_t, std::size_t>, 2> parts_of(const GrowingNode& node) {
    return {{{node.begin, node.end}, {node.idle_begin, node.idle_end}}};
  }

  /// Has the next pass collect rows of children, as many as there is room for: first those whose
  /// parents gain most.
  void collect(std::vector<std::size_t> parents) {
    (void)histograms_.has_memory(2 * parents.size());  // for what grows below them
    std::size_t room = collected_.room();
    std::ranges::stable_sort(parents, std::greater<>(),
                             [&](std::size_t parent) { return nodes_[parent].best->gain; });
    for (const std::size_t parent : parents) {
      for (const std::size_t child : {nodes_[parent].left, nodes_[parent].right}) {
        GrowingNode& node = nodes_[child];
        const std::size_t rows = node.rows() + node.idle_end - node.idle_begin;
        if (!node.may_split || rows > room) continue;
        room -= rows;
        node.is_collected = true;
      }
    }
    for (const GrowingNode& node : nodes_) {
      if (!node.is_collected) continue;
      for (const auto& [begin, end] : parts_of(node)) {
        collected_.add(rows_.part(begin, end, node.depth));
      }
    }
    collected_.take_memory();
  }

  /// Of all rows.
  GradientSums sums() const {
    const auto words = gradients_.words();
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

  bool may_split(std::size_t depth, std::uint64_t rows) const {
    return rule_.leaves > 1 && (rule_.depth == 0 || depth < rule_.depth) &&
           rows >= 2 * std::max<std::uint64_t>(rule_.split.min_rows, 1);
  }

  void add_node(const GrowingNode& node) {
    nodes_.push_back(node);
    nodes_.back().may_split = may_split(node.depth, node.leaf.sums.rows);
    histograms_.add_node();
  }

  /// The nodes below which a pass looks, none when the tree is grown. One thread looks at the next
  /// split only, which is certain; where there are more, later ones are added until there is work
  /// for all. With bins on disk, a pass looks below all that may be split, and then at those whose
  /// rows it collected.
  std::vector<std::size_t> next_nodes() {
    order_.settle(nodes_);
    const std::size_t enough = are_bins_on_disk() && !collected_.is_used()
                                   ? std::numeric_limits<std::size_t>::max()
                                   : thread_count() * (thread_count() - 1) / 2 * rows_of_a_pair;
    std::size_t work = 0;
    std::size_t histograms = 0;
    std::vector<std::size_t> next;
    order_.look_ahead(nodes_, [&](std::size_t n) {
      if (collected_.is_used() && !nodes_[n].is_collected) return true;
      histograms += histograms_.has(n) ? 1U : 2U;
      if (!next.empty() && !histograms_.has_memory(histograms)) return false;
      next.push_back(n);
      work += work_below(nodes_[n]);
      return work < enough && next.size() < most_nodes_of_a_pass;
    });
    return next;
  }

  /// In rows of a tile.
  std::size_t work_below(const GrowingNode& node) const {
    const std::uint64_t left = node.best->left.rows;
    return std::min(left, node.leaf.sums.rows - left) * tiles_.tile_count() +
           rows_of_a_search * tiles_.slots().size();
  }

  std::size_t most_at_once() const {
    if (!tiles_.binned().is_sparse() && rule_.sign.empty()) return most_nodes_of_a_pass;
    return std::clamp<std::size_t>(most_copies / tiles_.row_count(), 1, most_nodes_of_a_pass);
  }

  /// Splits the next nodes; returns what is built to find the splits of their children.
  Builds split_next() {
    std::vector<std::size_t> parents = next_nodes();
    if (parents.empty()) return {};
    Builds builds;
    for (const std::size_t parent : parents) {
      add_children(parent);
      plan_builds(parent, builds);
    }
    histograms_.plan(builds);
    separate(parents);
    if (are_bins_on_disk() && !collected_.is_used()) collect(std::move(parents));
    return builds;
  }

  /// Of two children the smaller one is built.
  void plan_builds(std::size_t parent, Builds& builds) {
    const std::size_t left = nodes_[parent].left;
    const std::size_t right = nodes_[parent].right;
    if (!histograms_.has(parent)) {  // it gave its own to another leaf
      for (const std::size_t child : {left, right}) {
        histograms_.make(child, nodes_);
        builds.push_back({child});
      }
      return;
    }
    const bool left_is_smaller = nodes_[left].leaf.sums.rows <= nodes_[right].leaf.sums.rows;
    const std::size_t smaller = left_is_smaller ? left : right;
    const std::size_t larger = left_is_smaller ? right : left;
    histograms_.pass_on(parent, larger);
    histograms_.make(smaller, nodes_);
    builds.push_back({smaller, larger});
  }

  void note_best(std::size_t n) {
    GrowingNode& node = nodes_[n];
    if (node.best) {
      const std::uint64_t left = node.best->left.rows;
      const std::uint64_t right = node.leaf.sums.rows - left;
      node.ends_here = !may_split(node.depth + 1, std::max(left, right));
    }
    if (!node.best || node.ends_here) histograms_.drop(n);
  }

  /// The limits of a child, cut at the middle of both values if the feature is monotone.
  ValueLimits limits_of_child(const GrowingNode& parent, bool is_left) const {
    const FoundSplit& split = *parent.best;
    ValueLimits limits = parent.leaf.limits;
    const int sign = rule_.sign.empty() ? 0 : rule_.sign[split.slot.feature];
    if (sign == 0 || sign == split_by_set) return limits;
    const double middle = 0.5 * (split.left_value + split.right_value);
    if (is_left == (sign > 0)) {
      limits.maximum = std::min(limits.maximum, middle);
    } else {
      limits.minimum = std::max(limits.minimum, middle);
    }
    return limits;
  }

  void add_children(std::size_t at) {
    const GrowingNode parent = nodes_[at];
    const GradientSums& left = parent.best->left;
    const std::size_t middle = parent.begin + left.rows;
    nodes_[at].left = nodes_.size();
    nodes_[at].right = nodes_.size() + 1;
    add_node({.begin = parent.begin,
              .end = middle,
              .depth = parent.depth + 1,
              .path = parent.path_of_child(true),
              .leaf = {left, gradients_.units(), limits_of_child(parent, true)},
              .is_collected = parent.is_collected});
    add_node(
        {.begin = middle,
         .end = parent.end,
         .depth = parent.depth + 1,
         .path = parent.path_of_child(false),
         .leaf = {parent.leaf.sums.minus(left), gradients_.units(), limits_of_child(parent, false)},
         .is_collected = parent.is_collected});
  }

  /// The splits whose children are leaves in any case.
  void split_the_rest() {
    std::vector<std::size_t> parents;
    for (const std::size_t split : order_.splits()) {
      if (nodes_[split].is_leaf()) parents.push_back(split);
    }
    for (const std::size_t parent : parents) add_children(parent);
    histograms_.plan({});
    separate(parents);
  }

  /// Gives the rows of nodes to their children.
  void separate(std::span<const std::size_t> parents) {
    for (const std::size_t most = most_at_once(); parents.size() > most;
         parents = parents.subspan(most)) {
      separate(parents.first(most));
    }
    std::vector<std::vector<std::uint8_t>> memory(parents.size());
    std::vector<RowLists::Split> splits(2 * parents.size());
    const auto prepare = [&](std::size_t i) {
      const GrowingNode& node = nodes_[parents[i]];
      const BinTest test = test_of(*node.best, memory[i]);
      splits[2 * i] = {node.begin, node.end, node.depth, test};
      splits[2 * i + 1] = {node.idle_begin, node.idle_end, node.depth, test};
    };
    if (tiles_.binned().is_sparse() || !rule_.sign.empty()) {
      parallel_for(parents.size(), prepare);
    } else {
      for (std::size_t i = 0; i < parents.size(); ++i) prepare(i);
    }
    rows_.separate(splits, [&](const RowLists::Moved& moved) {
      if (moved.split % 2 != 0) return;  // rows without a gradient
      const GrowingNode& parent = nodes_[parents[moved.split / 2]];
      const std::size_t child = moved.are_right ? parent.right : parent.left;
      histograms_.note_rows(child, rows_.part(moved.begin, moved.end, parent.depth + 1),
                            moved.begin);
    });
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const GrowingNode& parent = nodes_[parents[i]];
      GrowingNode& left = nodes_[parent.left];
      GrowingNode& right = nodes_[parent.right];
      expects(splits[2 * i].middle == left.end, "as many rows as the histogram counts");
      left.idle_begin = parent.idle_begin;
      left.idle_end = right.idle_begin = splits[2 * i + 1].middle;
      right.idle_end = parent.idle_end;
    }
  }

  BinTest test_of(const FoundSplit& split, std::vector<std::uint8_t>& memory) const {
    BinTest test{.bins = {},
                 .bin = split.bin,
                 .missing_bin = BinnedFeatures::bin_count,
                 .missing_left = split.missing_left};
    if (collected_.is_used()) {
      std::tie(test.bins, test.stride) = collected_.column(split.slot);
      if (split.slot.has_missing) test.missing_bin = split.slot.missing_cell();
    } else {
      test.bins = tiles_.binned().bins(split.slot.feature, memory);
      OutOfCore::fetch(test.bins.data(), std::min(test.bins.size(), most_copies));
      if (split.slot.has_missing) test.missing_bin = BinnedFeatures::missing_bin;
    }
    if (split.set != 0) {
      const std::size_t rows = (test.bins.size() + test.stride - 1) / test.stride;
      std::vector<std::uint8_t> is_right(rows + BinTest::readable_behind);
      for (std::size_t row = 0; row < rows; ++row) {
        is_right[row] =
            static_cast<std::uint8_t>((split.set >> test.bins[row * test.stride] & 1U) ^ 1U);
      }
      memory = std::move(is_right);
      test.bins = std::span(memory).first(rows);
      test.stride = 1;
      test.bin = 0;
    }
    return test;
  }

  std::vector<std::uint32_t> leaves_of_rows(std::span<const std::uint32_t> leaf_of_node) const {
    struct Piece {
      std::span<const std::uint32_t> rows;
      std::uint32_t leaf = 0;
    };
    std::vector<Piece> pieces;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const GrowingNode& node = nodes_[n];
      if (!node.is_leaf()) continue;
      for (const auto& [begin, end] : parts_of(node)) {
        for (std::size_t at = begin; at < end; at += chunk_size) {
          pieces.push_back(
              {rows_.part(at, std::min(at + chunk_size, end), node.depth), leaf_of_node[n]});
        }
      }
    }
    std::vector<std::uint32_t> leaf_of_row(tiles_.row_count());
    parallel_for(pieces.size(), [&](std::size_t p) {
      for (const std::uint32_t row : pieces[p].rows) leaf_of_row[row] = pieces[p].leaf;
    });
    return leaf_of_row;
  }

  const BinTiles& tiles_;
  GrowthRule rule_;
  Gradients gradients_;
  RowLists rows_;  ///< of each node those with a gradient, and those without
  std::vector<GrowingNode> nodes_;
  GrowthOrder order_;
  CollectedRows collected_;
  Histograms histograms_;
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
