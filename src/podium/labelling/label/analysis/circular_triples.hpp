#pragma once

#include <cstddef>
#include <span>

#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// The number of circular triples in an assessor's answers.
struct CircularTriples {
  std::size_t circular = 0;   ///< a > b > c > a
  std::size_t triangles = 0;  ///< triples whose three pairs were all answered strictly
};

/// Counts within each assessor and query. The majority of several answers to a pair counts, and a
/// draw is no preference. Inferred preferences, which cannot be circular, repeats and gold pairs do
/// not count. Takes about O(E^1.5) for E answered pairs.
CircularTriples circular_triples(std::span<const PreferenceVote> votes);

}  // namespace podium::labelling
