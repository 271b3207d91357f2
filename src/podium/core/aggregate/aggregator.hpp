#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/aggregate/election.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/data/ranking.hpp"

namespace podium {

/// What is known of the Kemeny cost of an order: lower_bound <= least cost of any order <= cost.
struct KemenyBracket {
  double cost = 0.0;
  double lower_bound = 0.0;
  bool is_optimal = false;  ///< up to rounding; the bound is then the cost
};

/// One ranking of all items of an election.
struct Consensus {
  Ranking ranking;
  std::vector<double> score;             ///< of each item; empty when the method does not score
  std::optional<KemenyBracket> bracket;  ///< when the method proves one
};

/// A method is a struct of options that makes one ranking of many. It ranks every item, breaks ties
/// by the initial order, and gives a ballot of weight 0 no influence.
template <class M>
concept AggregationMethod = Options<M> && requires(const M& method, const Election& election) {
  { method.aggregate(election) } -> std::same_as<Consensus>;
};

/// Any method with its options, chosen at run time.
using Aggregator = std::function<Consensus(const Election&)>;

/// A row of the table of methods, which the contract tests walk.
struct AggregatorEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< key of docs/references.bib
  bool needs_scores = false;   ///< refuses a ballot without scores
  std::vector<OptionInfo> (*options)() = nullptr;
  Aggregator (*make)(const OptionText& options) = nullptr;
};

/// Every method of the library, in the order the manual lists them.
std::span<const AggregatorEntry> aggregators();

/// The row of that name; throws UsageError naming the known ones.
const AggregatorEntry& find_aggregator(std::string_view name);

/// The items by descending score, equal scores in the initial order.
Consensus consensus_by_score(const Election& election, std::vector<double> scores);

/// An order without ties as a consensus.
Consensus consensus_in_order(std::vector<ItemIndex> order);

}  // namespace podium
