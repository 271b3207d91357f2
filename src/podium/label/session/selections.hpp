#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/label/session/strategy.hpp"

namespace podium {

/// The strategies behind the table: StrategyInfo::select says what each returns.

/// A heap of the k best so far whose root is the least of them; every other document meets the root
/// [Niu12]. The sift goes down with two comparisons a level.
std::vector<DocIndex> select_by_heap(std::span<const DocIndex> order, std::size_t k,
                                     const Prefers& prefers);

/// The same heap, but the sift goes to a leaf with one comparison a level and climbs back
/// [Wegener93].
std::vector<DocIndex> select_by_bottom_up_heap(std::span<const DocIndex> order, std::size_t k,
                                               const Prefers& prefers);

/// The k best so far as a list: every other document meets the last of it, and where that one falls
/// a binary search finds the place.
std::vector<DocIndex> select_by_insertion(std::span<const DocIndex> order, std::size_t k,
                                          const Prefers& prefers);

/// A knockout among all documents; then, k-1 times, the best one leaves and the matches along its
/// path are played again: fewer than log2 n + 1 each.
std::vector<DocIndex> select_by_tournament(std::span<const DocIndex> order, std::size_t k,
                                           const Prefers& prefers);

}  // namespace podium
