#pragma once

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// MC4: how often a walk that moves to better items visits each of them. [Dwork01]
///
/// From item x draw y among all t items; go there when M[y][x] > M[x][y], else stay. With
/// probability `teleport` go to any item instead, so that the walk has one stationary distribution:
///
///   p(x) = teleport / t + (1 - teleport) / t * ( sum of p(y) over y that x beats
///                                                + p(x) * number of y that do not beat x )
///
/// Unlike the paper, which leaves open how to leave a component that nothing beats, the walk
/// teleports. Found by repeating the formula from p = 1/t on, a fixed way to the same bits,
/// and rounded to 12 digits after the point. O(t^2) per repetition.
struct Mc4 {
  double teleport = 0.05;
  std::size_t depth = 0;
  MissingRule missing = MissingRule::beaten;

  static auto fields() {
    return joined_fields(std::array{field("teleport", &Mc4::teleport, 0.001, 1.0,
                                          "probability of a jump to a random item")},
                         table_fields<Mc4>());
  }

  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
