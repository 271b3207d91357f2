#pragma once

#include <span>
#include <vector>

#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

// Sorts by a relation that may go round in circles. Each ends whatever the table says, and leaves
// items that it compares and finds equal in the order of `start`; which of the orders that a circle
// allows comes out depends on `start`.

/// Quick sort with the middle item as pivot. With random pivots, and on full ballots, its expected
/// cost is at most twice the least one [Ailon08]; with a fixed pivot nothing is promised.
std::vector<ItemIndex> quick_sorted(std::span<const ItemIndex> start, const MajorityTable& table);

/// Merge sort from halves; stable.
std::vector<ItemIndex> merge_sorted(std::span<const ItemIndex> start, const MajorityTable& table);

/// Local Kemenization [Dwork01]: insertion sort by exchanges of neighbours. No neighbours of the
/// result are against the majority, and it costs at most what `start` costs. O(t^2).
std::vector<ItemIndex> locally_sorted(std::span<const ItemIndex> start, const MajorityTable& table);

}  // namespace podium
