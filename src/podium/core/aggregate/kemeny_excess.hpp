#pragma once

#include <span>

#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// What an order costs above the sum of min(M[x][y], M[y][x]) over its pairs, which no order can
/// avoid: the margins that it goes against. Exact searches minimise this instead of the cost, so
/// that they add numbers >= 0 only, and nothing for pairs in the majority's order.
double excess_cost(std::span<const ItemIndex> order, const MajorityTable& table);

/// The sum of min(M[x][y], M[y][x]) over the pairs of `items`.
double unavoidable_cost(std::span<const ItemIndex> items, const MajorityTable& table);

}  // namespace podium
