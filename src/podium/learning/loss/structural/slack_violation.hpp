#pragma once

#include <cstddef>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// The lambda of the least bound of V, and the best order seen on the way to it.
///
/// Slack scaling wants V = TopQuery::violation to be small. For each lambda > 0 the
/// largest lambda * loss + shortfall, found by sorting, bounds V:
///
///   V = loss * shortfall <= (lambda * loss + shortfall)^2 / (4 lambda)
///
/// As lambda grows, lambda * loss - shortfall of the sorted order never falls; the bound is the
/// least where it passes 0. That is either between two orders that are both the best for this
/// lambda, or within the lambdas of one, which then has the largest V of all.
struct LeastBound {
  double lambda = 0.0;
  TopOrder best;
  bool is_exact = true;  ///< whether no order has a larger V than `best`
};

/// Goes from lambda = 0 and infinity along the slope between the two orders to the next, until
/// there is no order beyond: about ten sorts.
LeastBound least_bound(const TopQuery& query, Workspace& workspace);

/// The order of the largest V, of loss 0 if V is above 0 nowhere: the best one seen on the way to
/// the least bound, or where that leaves a gap what better_order() finds in at most `search` tries.
TopOrder largest_violation(const TopQuery& query, std::size_t search, Workspace& workspace);

/// The same for two gains and equal weights: t of the one and K - t of the other gain, those with
/// the best scores, for the best t. Always exact. O(n + K log K).
TopOrder largest_precision_violation(const TopQuery& query, Workspace& workspace);

}  // namespace podium
