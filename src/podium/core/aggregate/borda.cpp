#include "podium/core/aggregate/borda.hpp"

#include "podium/core/aggregate/score_sums.hpp"

namespace podium {

namespace {

void add_points(const Ballot& ballot, std::size_t item_count, ScoreSums& score) {
  std::vector<bool> is_listed(item_count, false);
  // Items that share the ranks from `begin` to `end` have the mean of these ranks' points.
  const auto points = [&](std::size_t begin, std::size_t end) {
    return ballot.weight * 0.5 *
           (static_cast<double>(item_count - 1 - begin) + static_cast<double>(item_count - end));
  };
  for (std::size_t rank = 0; rank < ballot.size();) {
    const std::size_t begin = rank;
    const std::size_t end = ballot.end_of_tie(rank);
    for (; rank < end; ++rank) {
      score.add(ballot.order[rank], points(begin, end));
      is_listed[ballot.order[rank]] = true;
    }
  }
  for (ItemIndex item = 0; item < item_count; ++item) {
    if (!is_listed[item]) score.add(item, points(ballot.size(), item_count));
  }
}

}  // namespace

Consensus Borda::aggregate(const Election& election) const {
  ScoreSums score(election.item_count());
  for (const Ballot& ballot : election.ballots()) add_points(ballot, election.item_count(), score);
  return consensus_by_score(election, score.totals());
}

}  // namespace podium
