#include "podium/core/aggregate/rrf.hpp"

#include "podium/core/aggregate/score_sums.hpp"

namespace podium {

Consensus Rrf::aggregate(const Election& election) const {
  ScoreSums score(election.item_count());
  for (const Ballot& ballot : election.ballots()) {
    for (std::size_t rank = 0; rank < ballot.size();) {
      const std::size_t end = ballot.end_of_tie(rank);
      const double mean_rank = 0.5 * static_cast<double>(rank + 1 + end);
      for (; rank < end; ++rank) score.add(ballot.order[rank], ballot.weight / (k + mean_rank));
    }
  }
  return consensus_by_score(election, score.totals());
}

}  // namespace podium
