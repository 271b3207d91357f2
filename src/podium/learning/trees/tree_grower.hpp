#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/feature_draw.hpp"
#include "podium/learning/trees/grown_tree.hpp"
#include "podium/learning/trees/rounded_gradients.hpp"
#include "podium/learning/trees/split_search.hpp"

namespace podium {

/// How a tree grows.
struct GrowthRule {
  std::size_t leaves = 31;
  std::size_t depth = 0;  ///< 0: any
  SplitRule split;
  /// Of each feature: 1 scores rise with it, -1 they fall, split_by_set; empty: all 0.
  std::vector<int> sign = {};
  unsigned bits = 0;  ///< of gradients in histograms; 0: as many as sums leave
};

/// Grows trees leaf by leaf [Ke17]: of all leaves, the one whose best split has the largest gain is
/// split, of equal gains the older one. With several threads a pass looks below many leaves, before
/// it is known which of them are split; the tree is the same. Only the histogram of the smaller
/// child is built, that of the other one is the difference from their parent's. The memory of a
/// tree serves the next one; HistogramLimit bounds it.
///
/// Rows without a gradient follow the splits and count nowhere. The values of leaves are those of
/// exact sums, whatever the bits in histograms [Shi22].
class TreeGrower {
 public:
  virtual ~TreeGrower() = default;

  /// `key` decides how gradients are rounded to few bits.
  virtual GrownTree grow(const RowGradients& gradients, const FeatureDraw& draw,
                         std::uint64_t key) = 0;

 protected:
  TreeGrower() = default;
  TreeGrower(const TreeGrower&) = default;
  TreeGrower& operator=(const TreeGrower&) = default;
  TreeGrower(TreeGrower&&) = default;
  TreeGrower& operator=(TreeGrower&&) = default;
};

/// Borrows `tiles`.
std::unique_ptr<TreeGrower> tree_grower(const BinTiles& tiles, const GrowthRule& rule);

}  // namespace podium
