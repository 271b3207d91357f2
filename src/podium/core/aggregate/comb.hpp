#pragma once

#include <array>
#include <string_view>

#include "podium/core/aggregate/aggregator.hpp"

namespace podium {

/// How the scores of one ballot are brought to a scale that others share. [Montague01]
enum class ScoreNorm {
  none,
  minmax,  ///< (s - least) / (most - least); 1 when all are equal
  zscore,  ///< (s - mean) / standard deviation, with divisor n; 0 when all are equal
  sum,     ///< (s - least) / sum of these; 1/n when all are equal
};

/// What an item gets from a ballot that does not list it.
enum class UnlistedScore { zero, least };

/// The normalised scores of a ballot, of each rank. Throws UsageError when it has none.
std::vector<double> normalised_scores(const Ballot& ballot, ScoreNorm norm);

template <class Method>
auto comb_fields() {
  return std::array{
      field("norm", &Method::norm,
            std::array<std::string_view, 4>{"none", "minmax", "zscore", "sum"},
            "normalisation of the scores of a ballot"),
      field("unlisted", &Method::unlisted, std::array<std::string_view, 2>{"zero", "least"},
            "score of an item that a ballot does not list: zero, or the ballot's smallest score; "
            "matters if scores can be negative, as with zscore"),
  };
}

/// CombSUM [Fox94]:  score(x) = sum over ballots of  weight * normalised score of x
struct CombSum {
  ScoreNorm norm = ScoreNorm::minmax;
  UnlistedScore unlisted = UnlistedScore::zero;

  static auto fields() { return comb_fields<CombSum>(); }
  Consensus aggregate(const Election& election) const;
};

/// CombMNZ [Fox94]: CombSUM times the number of ballots (of a weight above 0) that list x.
struct CombMnz {
  ScoreNorm norm = ScoreNorm::minmax;
  UnlistedScore unlisted = UnlistedScore::zero;

  static auto fields() { return comb_fields<CombMnz>(); }
  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
