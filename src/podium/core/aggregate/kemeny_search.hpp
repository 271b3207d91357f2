#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// When a search stops although it is not done.
struct KemenySearchLimits {
  std::size_t nodes = 0;  ///< beginnings of orders to look at
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// What a search that may stop early found out.
struct KemenySearchResult {
  std::vector<ItemIndex> order;
  double lower_bound = 0.0;  ///< of the excess of every order
  bool is_complete = false;  ///< the order has the least excess, up to rounding
  std::size_t nodes = 0;     ///< beginnings of orders that were looked at
};

/// Depth-first branch and bound from the first rank on, for any number of items. `start` is an
/// order, and the result is never worse. Stops at its limits; the bound is then the least of all
/// that was left open. Without a deadline the result is the same on every machine.
///
/// A beginning is given up when what it costs so far and what a packing of majority circles with no
/// common margin costs among the rest [Conitzer06] reach the best order known; or when moving its
/// last item up would make it cheaper, which no best order allows.
KemenySearchResult search_kemeny_order(std::span<const ItemIndex> start, const MajorityTable& table,
                                       const KemenySearchLimits& limits);

}  // namespace podium
