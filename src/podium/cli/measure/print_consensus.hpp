#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/aggregate/aggregator.hpp"
#include "podium/base/options.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/measure/aggregate_input.hpp"

namespace podium {

/// What an aggregator made of an election.
struct NamedConsensus {
  const NamedElection* from = nullptr;
  Consensus consensus;
  double cost = 0.0;  ///< Kemeny's; NaN when it was not computed
};

/// What all of them have in common.
struct AggregationReport {
  std::string method;
  OptionText options;       ///< that were set
  std::string orientation;  ///< of features; empty when there are none
  std::vector<NamedConsensus> results;
};

/// A number for each rank, falling by 1 down to 0: what runs and score files get.
double score_of_rank(std::size_t rank, std::size_t item_count);

/// One election: its ranking and a summary; several: a line of summary each. JSON holds the
/// rankings of all; CSV is the ranking of one or the summary of several.
std::string render(const AggregationReport& report, TableFormat format);

}  // namespace podium
