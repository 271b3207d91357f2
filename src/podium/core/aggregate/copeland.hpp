#pragma once

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// Copeland's count of won comparisons. [Copeland51]
///
///   score(x) = number of y with M[x][y] > M[y][x]  +  1/2 number of y with M[x][y] = M[y][x]
struct Copeland {
  std::size_t depth = 0;
  MissingRule missing = MissingRule::beaten;

  static auto fields() { return table_fields<Copeland>(); }

  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
