#include "podium/core/aggregate/aggregator.hpp"

#include <numeric>
#include <utility>

namespace podium {

Consensus consensus_by_score(const Election& election, std::vector<double> scores) {
  Ranking ranking =
      rank_by_score(scores, [&](ItemIndex a, ItemIndex b) { return election.is_before(a, b); });
  return {.ranking = std::move(ranking), .score = std::move(scores)};
}

Consensus consensus_in_order(std::vector<ItemIndex> order) {
  std::vector<std::uint32_t> tie_end(order.size());
  std::iota(tie_end.begin(), tie_end.end(), std::uint32_t{1});
  return {.ranking = {.order = std::move(order), .tie_end = std::move(tie_end)}};
}

}  // namespace podium
