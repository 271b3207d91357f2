#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/election.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/base/table.hpp"

namespace podium {

/// An election with the names of itself and its items.
struct NamedElection {
  std::string id;
  std::vector<std::string> item;  ///< ids, each once
  std::vector<std::string> name;  ///< what to print instead of them; empty: nothing else
  Election election;

  const std::string& shown(ItemIndex which) const {
    return name.empty() ? item[which] : name[which];
  }
};

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

/// The consensus that an aggregator found for an election.
struct NamedConsensus {
  const NamedElection* from = nullptr;
  Consensus consensus;
  double cost = 0.0;  ///< Kemeny's; NaN when it was not computed
};

/// The results of an aggregator for several elections.
struct AggregationReport {
  std::string method;
  OptionText options;       ///< that were set
  std::string orientation;  ///< of features; empty when there are none
  std::vector<NamedConsensus> results;
};

/// A score for each rank, descending by 1 down to 0, for runs and score files.
double score_of_rank(std::size_t rank, std::size_t item_count);

/// One election: its ranking and a summary; several: a line of summary each. JSON holds the
/// rankings of all; CSV is the ranking of one or the summary of several.
std::string render(const AggregationReport& report, TableFormat format);

}  // namespace podium
