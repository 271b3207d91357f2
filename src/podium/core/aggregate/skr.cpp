#include "podium/core/aggregate/skr.hpp"

#include <algorithm>

#include "podium/core/aggregate/majority_sorts.hpp"

namespace podium {

namespace {

/// The completed ballot of least cost; of equals (but for rounding) the first when orders are
/// sorted by the initial order, so that the order of the ballots does not matter. The initial order
/// when nobody votes.
std::vector<ItemIndex> best_ballot(const Election& election, const MajorityTable& table,
                                   std::size_t depth) {
  std::vector<std::vector<ItemIndex>> orders;
  std::vector<double> costs;
  for (const Ballot& ballot : election.ballots()) {
    if (ballot.weight == 0.0) continue;
    orders.push_back(completed(ballot, election, depth));
    costs.push_back(kemeny_cost(orders.back(), table));
  }
  if (orders.empty()) return {election.initial().begin(), election.initial().end()};
  const double enough = *std::min_element(costs.begin(), costs.end()) * (1.0 + 1e-12);
  const auto is_before = [&](ItemIndex a, ItemIndex b) { return election.is_before(a, b); };
  const std::vector<ItemIndex>* best = nullptr;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (costs[i] > enough) continue;
    if (best == nullptr || std::lexicographical_compare(orders[i].begin(), orders[i].end(),
                                                        best->begin(), best->end(), is_before)) {
      best = &orders[i];
    }
  }
  return *best;
}

}  // namespace

std::vector<ItemIndex> skr_order(SkrSort sort, const Election& election, const MajorityTable& table,
                                 std::size_t depth) {
  switch (sort) {
    case SkrSort::quick:
      return quick_sorted(election.initial(), table);
    case SkrSort::merge:
      return merge_sorted(election.initial(), table);
    case SkrSort::local:
      return locally_sorted(election.initial(), table);
    case SkrSort::best_local:
      break;
  }
  return locally_sorted(best_ballot(election, table, depth), table);
}

Consensus Skr::aggregate(const Election& election) const {
  return consensus_in_order(
      skr_order(sort, election, MajorityTable(election, {depth, missing}), depth));
}

}  // namespace podium
