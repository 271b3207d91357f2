#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "podium/core/measure/judged_ranking.hpp"

namespace podium {

/// The documents of the first min(cutoff, n) true places, best first, where n counts the judged
/// documents; with no_cutoff those of all strict places. Throws UsageError in the name of `measure`
/// when the truth does not order so many.
std::vector<DocIndex> strict_order(const JudgedRanking& judged, std::size_t cutoff,
                                   std::string_view measure);

/// Which group of equal scores each document is in, the best group being 0. Documents that were
/// not retrieved are together in one group after the last.
struct ScoreGroups {
  explicit ScoreGroups(const JudgedRanking& judged);

  std::vector<std::uint32_t> of_document;
  std::size_t count = 0;
};

}  // namespace podium
