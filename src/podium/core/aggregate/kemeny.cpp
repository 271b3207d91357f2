#include "podium/core/aggregate/kemeny.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

#include "podium/core/aggregate/kemeny_excess.hpp"
#include "podium/core/aggregate/kemeny_search.hpp"
#include "podium/core/aggregate/majority_components.hpp"
#include "podium/core/aggregate/skr.hpp"

namespace podium {

namespace {

/// The cheapest order that sorting finds.
std::vector<ItemIndex> cheapest_sorted(const Election& election, const MajorityTable& table,
                                       std::size_t depth) {
  std::vector<ItemIndex> best;
  double least = std::numeric_limits<double>::infinity();
  for (const SkrSort sort : {SkrSort::best_local, SkrSort::quick, SkrSort::merge, SkrSort::local}) {
    std::vector<ItemIndex> order = skr_order(sort, election, table, depth);
    const double cost = kemeny_cost(order, table);
    if (cost < least) {
      least = cost;
      best = std::move(order);
    }
  }
  return best;
}

/// The items of `component` in the order of `order`.
std::vector<ItemIndex> in_order_of(std::span<const ItemIndex> order,
                                   const std::vector<ItemIndex>& component,
                                   std::size_t item_count) {
  std::vector<bool> is_member(item_count, false);
  for (const ItemIndex item : component) is_member[item] = true;
  std::vector<ItemIndex> members;
  std::copy_if(order.begin(), order.end(), std::back_inserter(members),
               [&](ItemIndex item) { return is_member[item]; });
  return members;
}

std::chrono::steady_clock::time_point deadline_in(double seconds) {
  using Clock = std::chrono::steady_clock;
  if (seconds == 0.0) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Consensus Kemeny::aggregate(const Election& election) const {
  const MajorityTable table(election, {depth, missing});
  const std::vector<ItemIndex> sorted = cheapest_sorted(election, table, depth);
  std::vector<ItemIndex> order;
  double lower_bound = unavoidable_cost(election.initial(), table);
  bool is_optimal = true;
  KemenySearchLimits left{.nodes = nodes, .deadline = deadline_in(seconds)};
  for (const std::vector<ItemIndex>& component : majority_components(election.initial(), table)) {
    if (component.size() <= subset_items) {
      const std::vector<ItemIndex> best = best_order_by_subsets(component, table);
      order.insert(order.end(), best.begin(), best.end());
      lower_bound += excess_cost(best, table);
    } else {
      const KemenySearchResult found =
          search_kemeny_order(in_order_of(sorted, component, table.size()), table, left);
      order.insert(order.end(), found.order.begin(), found.order.end());
      lower_bound += found.lower_bound;
      is_optimal = is_optimal && found.is_complete;
      left.nodes -= found.nodes;
    }
  }
  const double cost = kemeny_cost(order, table);
  Consensus consensus = consensus_in_order(std::move(order));
  consensus.bracket = KemenyBracket{.cost = cost,
                                    .lower_bound = is_optimal ? cost : std::min(lower_bound, cost),
                                    .is_optimal = is_optimal};
  return consensus;
}

}  // namespace podium
