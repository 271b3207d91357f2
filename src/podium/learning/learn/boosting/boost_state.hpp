#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "podium/learning/model/weak_rankers.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// All that boosting remembers between two rounds; scores and distributions follow from it.
struct BoostState {
  std::vector<WeakTerm> terms;
  std::vector<WeakTerm> best_terms;  ///< of the best training value, for goals that do not fall
  double value = std::numeric_limits<double>::max();  ///< of the last round
  double fall = 1.0;                                  ///< relative, of the last round
  double best_value = std::numeric_limits<double>::max();
  std::size_t best_round = 0;
  std::size_t window_start = 0;   ///< since when the training value is waited for
  std::set<std::uint32_t> out;    ///< features that may not be chosen
  std::size_t repeats = 0;        ///< how often the last feature was chosen in a row
  bool is_second_chance = false;  ///< features that were set aside are back

  bool operator==(const BoostState&) const = default;
};

/// The state as numbers, and back. from_snapshot throws DataError when they are not such.
Snapshot to_snapshot(const BoostState& state, std::size_t round);
BoostState from_snapshot(const Snapshot& snapshot);

/// Terms as numbers, and back: what a watch keeps of the best round.
std::vector<double> to_numbers(std::span<const WeakTerm> terms);
std::vector<WeakTerm> terms_from(std::span<const double> numbers);

}  // namespace podium
