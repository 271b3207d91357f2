#pragma once

#include <span>
#include <vector>

#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// The strongly connected components of "x is preferred to y": items that beat each other in
/// circles. Every component comes before those that its items beat, and where nothing is beaten
/// the one with the earliest item in `start` comes first; its items are in the order of `start`.
///
/// Of two items of different components the earlier one is never beaten by the later one. So orders
/// of the components that cost least make, one after the other, an order of all items that costs
/// least: the extended Condorcet criterion [Dwork01]. `start` holds items of the table, each at
/// most once. O(t^2).
std::vector<std::vector<ItemIndex>> majority_components(std::span<const ItemIndex> start,
                                                        const MajorityTable& table);

}  // namespace podium
