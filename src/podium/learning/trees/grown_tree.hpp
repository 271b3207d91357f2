#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/learning/model/tree_ensemble.hpp"
#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/growing_node.hpp"
#include "podium/learning/trees/rounded_gradients.hpp"

namespace podium {

/// A tree, and the leaf of each row.
struct GrownTree {
  RegressionTree tree;
  std::vector<std::uint32_t> leaf_of_row;
  std::size_t passes = 0;  ///< over bins that are on disk
};

/// The tree of nodes that have grown, parents before children. Splits and leaves are numbered in
/// the order of their nodes, `leaf_of_row` in that of leaves. The values of leaves are those of
/// exact sums over all of their rows, also of those whose gradients few bits round to 0.
GrownTree grown_tree(std::span<const GrowingNode> nodes, const BinTiles& tiles,
                     const LeafRule& rule, const RowGradients& gradients,
                     const GradientUnits& exact, std::vector<std::uint32_t> leaf_of_row);

}  // namespace podium
