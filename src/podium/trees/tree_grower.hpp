#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/model/tree_ensemble.hpp"
#include "podium/trees/bin_tiles.hpp"
#include "podium/trees/feature_draw.hpp"
#include "podium/trees/rounded_pulls.hpp"
#include "podium/trees/split_search.hpp"

namespace podium {

/// How a tree grows.
struct GrowthRule {
  std::size_t leaves = 31;
  std::size_t depth = 0;  ///< 0: any
  SplitRule split;
  std::vector<int> sign =
      {};             ///< of each feature: 1 scores rise with it, -1 they fall; empty: all 0
  unsigned bits = 0;  ///< of pulls in histograms; 0: as many as sums leave
};

/// A tree, and the leaf of each row.
struct GrownTree {
  RegressionTree tree;
  std::vector<std::uint32_t> leaf_of_row;
};

/// Grows a tree leaf by leaf [Ke17]: of all leaves, the one whose best split has the largest gain
/// is split, of equal gains the older one. Only the histogram of the smaller child is built, that
/// of the other one is the difference from their parent's.
///
/// Rows without a pull follow the splits and count nowhere. The values of leaves are those of exact
/// sums, whatever the bits in histograms [Shi22]. `key` decides how these are rounded.
GrownTree grow_tree(const BinTiles& tiles, const GrowthRule& rule, const RowPulls& pulls,
                    const FeatureDraw& draw, std::uint64_t key);

}  // namespace podium
