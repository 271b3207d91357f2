#pragma once

#include <span>
#include <string_view>

#include "podium/aggregate/consensus_report.hpp"

namespace podium {

/// What one voter says of named items: a score for each of them, which are distinct.
struct ScoredList {
  std::span<const std::string_view> item;
  std::span<const double> score;
  double weight = 1.0;
};

/// The election whose voters are the lists. Its items are those of any list, in the order in which
/// the lists, each by descending score, name them first: methods break ties by that order. A NaN
/// score throws NumericError.
NamedElection election_of_lists(std::string_view id, std::span<const ScoredList> lists);

}  // namespace podium
