#pragma once

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

/// Adds to each `worth` what a leaf with these sums of gradients G and curvatures H lowers the
/// quadratic model of a loss by, twice:
///
///   c = H + l2,   w = -sign(G) max(|G| - l1, 0) / c, cut;   0 if c = 0
///   -(2 G w + c w^2 + 2 l1 |w|)
///
/// Without fused operations: a plain loop gives the same bits.
void add_leaf_worths(std::span<const double> gradient, std::span<const double> curvature,
                     const LeafCuts& cuts, std::span<double> worth);

}  // namespace podium
