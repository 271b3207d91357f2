#pragma once

#include <cstdint>
#include <span>

namespace podium {

/// What the values of leaves are cut by.
struct LeafCuts {
  double l2 = 0.0;
  double l1 = 0.0;
  double max_step = 0.0;  ///< infinity: any
  double minimum = 0.0;   ///< limits of the values; infinite ones: any
  double maximum = 0.0;
};

/// Sums over the rows of a leaf as whole numbers, and the units of these.
struct LeafTotals {
  std::int64_t gradient = 0;
  std::int64_t curvature = 0;
  std::int64_t rows = 0;
  double gradient_unit = 1.0;
  double curvature_unit = 1.0;
};

/// What both sides of a split must have.
struct SideMinima {
  std::int64_t rows = 1;
  double curvature = 0.0;
};

/// A leaf whose splits are compared.
struct SplitTerms {
  LeafTotals all;
  SideMinima minima;
  LeafCuts cuts;
};

/// Sums over the left sides of some splits, as columns of whole numbers.
struct LeftSums {
  std::span<const std::int64_t> gradient;
  std::span<const std::int64_t> curvature;
  std::span<const std::int64_t> rows;
};

/// For each split of a leaf, the gain of its two sides before that of the leaf is subtracted: twice
/// what they lower the quadratic model of the loss by. It is the sum over both sides, with sums of
/// gradients G and of curvatures H, of
///
///   c = H + l2,   w = -sign(G) max(|G| - l1, 0) / c, cut;   0 if c = 0
///   -(2 G w + c w^2 + 2 l1 |w|)
///
/// Minus infinity where a side has less than the minima. All sizes are the same multiple of 8.
/// Without fused operations: a plain loop gives the same bits. Returns the largest one, minus
/// infinity if there is none.
double find_split_gains(const SplitTerms& terms, const LeftSums& left, std::span<double> gain);

}  // namespace podium
