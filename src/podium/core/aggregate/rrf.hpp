#pragma once

#include <array>

#include "podium/core/aggregate/aggregator.hpp"

namespace podium {

/// Reciprocal rank fusion. [Cormack09]
///
///   score(x) = sum over the ballots that list x of  weight / (k + rank of x),  ranks from 1
///
/// Tied items have the mean of their ranks.
struct Rrf {
  double k = 60.0;

  static auto fields() {
    return std::array{
        field("k", &Rrf::k, 0.0, 1e9,
              "constant added to ranks; the larger it is, the less the top ranks dominate")};
  }

  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
