#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/learn/boosting/candidate_measures.hpp"
#include "podium/learning/learn/boosting/query_measure.hpp"

namespace podium {

/// The distribution w_q exp(-E_q) / sum over the queries of the blocks.
std::vector<double> dwelling_on_bad(const QueryBlocks& blocks, std::span<const double> weight,
                                    std::span<const double> value);

/// AdaRank's half of boosting: a distribution P over queries that dwells on those that the sum f so
/// far ranks badly.      [Xu07]
///
///   r_list(h) = sum over queries of P(q) E(h, q)
///   P(q)      = w_q exp(-E(f, q)) / sum,     before the first round w_q / sum
class ListPart {
 public:
  /// `binned` as CandidateMeasures wants it.
  ListPart(QueryMeasure measure, const WeakPool& pool, const BinnedFeatures* binned);

  /// The distribution before the first round.
  void start();

  /// The distribution for these scores of all rows.
  void weigh(std::span<const double> scores);

  /// gains[c] += share * r_list(candidate c).
  void add_gains(double share, std::span<double> gains) const {
    measures_.add_means(distribution_, share, gains);
  }

  /// Weighted mean of E for the scores that weigh() got last; 0 before.
  double mean() const noexcept { return mean_; }

  const QueryMeasure& measure() const noexcept { return measure_; }
  std::span<const double> distribution() const noexcept { return distribution_; }

 private:
  QueryMeasure measure_;
  CandidateMeasures measures_;
  std::vector<double> distribution_;
  double mean_ = 0.0;
};

}  // namespace podium
