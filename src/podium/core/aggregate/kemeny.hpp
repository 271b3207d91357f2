#pragma once

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/kemeny_subsets.hpp"
#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// The order that disagrees least with the weighted ballots, with a proof. [Kemeny59]
///
///   order = argmin kemeny_cost(order, M)
///
/// The majority's components are ordered one by one: those of at most `subset-items` items by
/// dynamic programming, larger ones by branch and bound. When that has looked at `nodes` beginnings
/// of orders, the best order so far is taken (never worse than those of Skr), and the bracket says
/// how much better another could be. A limit by nodes gives the same order on every machine, one by
/// `seconds` does not.
struct Kemeny {
  std::size_t depth = 0;
  MissingRule missing = MissingRule::beaten;
  std::size_t subset_items = 18;
  std::size_t nodes = 1'000'000;
  double seconds = 0.0;

  static auto fields() {
    return joined_fields(
        table_fields<Kemeny>(),
        std::array{field("subset-items", &Kemeny::subset_items, std::size_t{0}, subset_items_limit,
                         "size of the largest component that is ordered by dynamic programming"),
                   field("nodes", &Kemeny::nodes, std::size_t{0}, std::size_t{1'000'000'000'000},
                         "maximum number of partial orders that branch and bound may examine"),
                   field("seconds", &Kemeny::seconds, 0.0, 1e6,
                         "time limit for branch and bound; 0: none; with a limit, results may "
                         "differ between machines")});
  }

  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
