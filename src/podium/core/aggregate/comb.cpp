#include "podium/core/aggregate/comb.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "podium/core/aggregate/score_sums.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// (s - origin) / scale, or `when_equal` for all when the scale is 0.
void rescale(std::vector<double>& score, double origin, double scale, double when_equal) {
  for (double& s : score) s = scale > 0.0 ? (s - origin) / scale : when_equal;
}

/// The CombSUM score of each item, and how many ballots list it.
struct Combined {
  std::vector<double> score;
  std::vector<double> listed;
};

Combined combined(const Election& election, ScoreNorm norm, UnlistedScore unlisted) {
  const std::size_t item_count = election.item_count();
  ScoreSums sums(item_count);
  std::vector<double> listed(item_count, 0.0);
  for (const Ballot& ballot : election.ballots()) {
    const std::vector<double> given = normalised_scores(ballot, norm);
    if (given.empty() || ballot.weight == 0.0) continue;
    std::vector<double> score(item_count, unlisted == UnlistedScore::least ? given.back() : 0.0);
    for (std::size_t rank = 0; rank < ballot.size(); ++rank) {
      score[ballot.order[rank]] = given[rank];
      listed[ballot.order[rank]] += 1.0;
    }
    for (ItemIndex item = 0; item < item_count; ++item) {
      sums.add(item, ballot.weight * score[item]);
    }
  }
  return {sums.totals(), std::move(listed)};
}

}  // namespace

std::vector<double> normalised_scores(const Ballot& ballot, ScoreNorm norm) {
  if (ballot.score.size() != ballot.size()) {
    throw UsageError("found a ballot of " + to_text(ballot.size()) +
                     " items without scores, expected scores to combine");
  }
  std::vector<double> score = ballot.score;
  if (score.empty()) return score;
  const auto count = static_cast<double>(score.size());
  const double least = score.back();
  const double total = std::accumulate(score.begin(), score.end(), 0.0);
  switch (norm) {
    case ScoreNorm::none:
      break;
    case ScoreNorm::minmax:
      rescale(score, least, score.front() - least, 1.0);
      break;
    case ScoreNorm::zscore: {
      const double mean = total / count;
      double squares = 0.0;
      for (const double s : score) squares += (s - mean) * (s - mean);
      const bool all_equal = score.front() == least;  // the sum of squares need not be 0
      rescale(score, mean, all_equal ? 0.0 : std::sqrt(squares / count), 0.0);
      break;
    }
    case ScoreNorm::sum: {
      double above = 0.0;
      for (const double s : score) above += s - least;
      rescale(score, least, above, 1.0 / count);
      break;
    }
  }
  return score;
}

Consensus CombSum::aggregate(const Election& election) const {
  return consensus_by_score(election, combined(election, norm, unlisted).score);
}

Consensus CombMnz::aggregate(const Election& election) const {
  Combined all = combined(election, norm, unlisted);
  for (std::size_t item = 0; item < all.score.size(); ++item) all.score[item] *= all.listed[item];
  return consensus_by_score(election, std::move(all.score));
}

}  // namespace podium
