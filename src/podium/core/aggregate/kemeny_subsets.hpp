#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// The most items that best_order_by_subsets takes.
inline constexpr std::size_t subset_items_limit = 22;

/// An order of least excess, of all of these the first in the order of `items`: dynamic programming
/// over subsets, for at most `subset_items_limit` items. O(2^n n) time, 9 * 2^n bytes.
///
///   e(R) = min over v in R of  e(R \ v) + sum over u in R of max(0, M[u][v] - M[v][u])
std::vector<ItemIndex> best_order_by_subsets(std::span<const ItemIndex> items,
                                             const MajorityTable& table);

}  // namespace podium
