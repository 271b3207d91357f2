#pragma once

#include <cstddef>
#include <span>

#include "podium/label/analysis/judgements.hpp"

namespace podium {

/// How often an assessor went in circles.
struct CircularTriples {
  std::size_t circular = 0;   ///< a > b > c > a
  std::size_t triangles = 0;  ///< triples whose three pairs were all answered strictly
};

/// Counts within each assessor and query; of several answers to a pair the majority counts, and a
/// draw is no preference. Inferred preferences do not count: they cannot contradict; nor do
/// repeats and gold pairs. O(E^1.5) for E answered pairs, about.
CircularTriples circular_triples(std::span<const PreferenceVote> votes);

}  // namespace podium
