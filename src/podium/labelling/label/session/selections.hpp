#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/labelling/label/session/strategy.hpp"

namespace podium::labelling {

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

/// Quick sort of all documents [Ailon08b], of which [Niu12] says that it takes O(n log n)
/// comparisons: 2 (n+1) H_n - 4n on average for a random order.
std::vector<DocIndex> select_by_quick_sort(std::span<const DocIndex> order, std::size_t k,
                                           const Prefers& prefers);

/// The same without sorting parts that hold none of the k best; for a random order on average
/// 2n + 2 (n+1) H_n - 2 (n+3-k) H_(n+1-k) - 6k + 6 comparisons [Martinez04].
std::vector<DocIndex> select_by_quick_select(std::span<const DocIndex> order, std::size_t k,
                                             const Prefers& prefers);

/// Selects the best of the remaining documents, k times [Song11]: kn - k(k+1)/2 comparisons.
std::vector<DocIndex> select_by_best_ones(std::span<const DocIndex> order, std::size_t k,
                                          const Prefers& prefers);

}  // namespace podium::labelling
