#include "podium/learning/trees/grown_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "podium/core/base/chunks.hpp"

namespace podium {

namespace {

/// Rows are read in their order and not leaf by leaf, so that memory is. Sums of whole numbers may
/// be added in any order.
std::vector<GradientSums> sums_of_leaves(const RowGradients& gradients, const GradientUnits& units,
                                         std::span<const std::uint32_t> leaf_of_row,
                                         std::size_t leaves) {
  std::vector<GradientSums> parts(std::max<std::size_t>(chunk_count(leaf_of_row.size()), 1) *
                                  leaves);
  for_each_chunk(leaf_of_row.size(), [&](std::size_t begin, std::size_t end) {
    const std::span<GradientSums> own =
        std::span(parts).subspan(begin / chunk_size * leaves, leaves);
    for (std::size_t row = begin; row < end; ++row) {
      own[leaf_of_row[row]].add(GradientSums{in_units(gradients.gradient[row], units.gradient),
                                             in_units(gradients.curvature[row], units.curvature),
                                             1});
    }
  });
  for (std::size_t i = leaves; i < parts.size(); ++i) parts[i % leaves].add(parts[i]);
  parts.resize(leaves);
  return parts;
}

/// Of each node.
std::vector<GradientSums> sums_of_nodes(std::span<const GrowingNode> nodes,
                                        std::span<const GradientSums> leaves) {
  std::vector<GradientSums> sums(nodes.size());
  std::size_t leaf = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].is_leaf()) sums[n] = leaves[leaf++];
  }
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (nodes[n].is_leaf()) continue;
    sums[n].add(sums[nodes[n].left]);
    sums[n].add(sums[nodes[n].right]);
  }
  return sums;
}

/// The codes of a set of bins, as TreeSplit has them. Without documents, code 0 has no bin.
double codes_of(std::uint64_t set, std::span<const double> thresholds) {
  std::uint64_t codes = 0;
  for (std::size_t code = thresholds[0] < 1.0 ? 0 : 1; code < TreeSplit::codes; ++code) {
    const auto bin = std::ranges::lower_bound(thresholds, static_cast<double>(code));
    codes |= (set >> static_cast<std::size_t>(bin - thresholds.begin()) & 1U) << code;
  }
  return static_cast<double>(codes);
}

/// A threshold that every present value passes lies above all floats.
double threshold_of(const FoundSplit& split, const BinnedFeatures& binned) {
  const std::span<const double> thresholds = binned.thresholds(split.slot.feature);
  if (split.set != 0) return codes_of(split.set, thresholds);
  return split.bin < thresholds.size() ? thresholds[split.bin]
                                       : double{std::numeric_limits<float>::max()};
}

}  // namespace

GrownTree grown_tree(std::span<const GrowingNode> nodes, const BinTiles& tiles,
                     const LeafRule& rule, const RowGradients& gradients,
                     const GradientUnits& exact, std::vector<std::uint32_t> leaf_of_row) {
  std::vector<std::int32_t> number(nodes.size());
  std::int32_t splits = 0;
  std::int32_t leaves = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    number[n] = nodes[n].is_leaf() ? -1 - leaves++ : splits++;
  }
  const std::vector<GradientSums> sums = sums_of_nodes(
      nodes, sums_of_leaves(gradients, exact, leaf_of_row, static_cast<std::size_t>(leaves)));
  GrownTree grown{.tree = {}, .leaf_of_row = std::move(leaf_of_row)};
  RegressionTree& tree = grown.tree;
  std::vector<std::uint64_t> leaf_rows;
  std::vector<double> leaf_curvature;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const GrowingNode& node = nodes[n];
    const LeafSums own = exact.of(sums[n]);
    if (node.is_leaf()) {
      tree.value.push_back(rule.value(own, node.leaf.limits));
      leaf_rows.push_back(node.leaf.sums.rows);
      leaf_curvature.push_back(own.curvature);
      continue;
    }
    tree.splits.push_back({.feature = node.best->slot.feature,
                           .missing_left = node.best->missing_left,
                           .threshold = threshold_of(*node.best, tiles.binned()),
                           .left = number[node.left],
                           .right = number[node.right],
                           .gain = node.best->gain,
                           .by_set = node.best->set != 0});
    tree.rows.push_back(node.leaf.sums.rows);
    tree.curvature.push_back(own.curvature);
  }
  tree.rows.insert(tree.rows.end(), leaf_rows.begin(), leaf_rows.end());
  tree.curvature.insert(tree.curvature.end(), leaf_curvature.begin(), leaf_curvature.end());
  return grown;
}

}  // namespace podium
