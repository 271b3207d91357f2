#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium {

/// Documents of one query, best first. The tie rule has already been applied to `order`;
/// `tie_end` records which ranks had the same score, for measures that use it.
struct Ranking {
  std::vector<DocIndex> order;         ///< order[rank] = document
  std::vector<std::uint32_t> tie_end;  ///< one past the last rank whose score equals this rank's

  std::size_t size() const noexcept { return order.size(); }
};

/// The order of documents of equal score; must be a strict weak order.
using TieBreak = std::function<bool(DocIndex, DocIndex)>;

/// Sorts by descending score; equal scores by `before`, or in input order when it is empty. Ties
/// are broken nowhere else in the library. A NaN score throws NumericError with the position of the
/// document; infinities are legal. O(n) for long lists.
Ranking rank_by_score(std::span<const double> scores, const TieBreak& before = {});

/// The first k of rank_by_score(scores).order, in O(n log k).
std::vector<DocIndex> top_k_by_score(std::span<const double> scores, std::size_t k);

}  // namespace podium
