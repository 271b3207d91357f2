#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/label/session/strategy.hpp"

namespace podium {

/// The strategies behind the table: StrategyInfo::select says what each returns.

/// A heap of the k best so far with the worst of them as the root; every other document is compared
/// with the root [Niu12]. Sifting down takes two comparisons per level.
std::vector<DocIndex> select_by_heap(std::span<const DocIndex> order, std::size_t k,
                                     const Prefers& prefers);

/// The same heap, but sifting goes down to a leaf with one comparison per level and back up
/// [Wegener93].
std::vector<DocIndex> select_by_bottom_up_heap(std::span<const DocIndex> order, std::size_t k,
                                               const Prefers& prefers);

/// A sorted list of the k best so far: every other document is compared with the last one and, if
/// it is better, inserted by binary search.
std::vector<DocIndex> select_by_insertion(std::span<const DocIndex> order, std::size_t k,
                                          const Prefers& prefers);

/// A knockout tournament of all documents; then, k-1 times, the best one is removed and the matches
/// along its path are replayed: fewer than log2 n + 1 each.
std::vector<DocIndex> select_by_tournament(std::span<const DocIndex> order, std::size_t k,
                                           const Prefers& prefers);

}  // namespace podium
