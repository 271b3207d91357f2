#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace podium {

/// Three items that beat each other in a circle, and how much of their margins this circle owns.
struct PackedCycle {
  std::array<std::size_t, 3> items{};
  double value = 0.0;
};

/// Circles of three items that share margins without using any of it twice. Every order goes
/// against one margin of each circle, so no order has less excess than the sum of the values; the
/// same holds for any subset of the items and the circles within it [Conitzer06].
///
/// `margin[a * count + b]` is max(0, M[a][b] - M[b][a]). Greedy, in the order of the items; O(n^3).
std::vector<PackedCycle> packed_cycles(std::vector<double> margin, std::size_t count);

}  // namespace podium
