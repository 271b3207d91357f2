#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "podium/learning/learn/boosting/threshold_sums.hpp"
#include "podium/learning/learn/boosting/weak_pool.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"

namespace podium {

/// RankBoost's half of boosting: a distribution D over pairs that dwells on those that the sum f so
/// far has in the wrong order. Pairs are never listed: with the potential of a document
///
///   pi(d)     = sum over worse j of e^-(f_d - f_j) - sum over better i of e^-(f_i - f_d)
///   Z         = sum over pairs of e^-(f_i - f_j)
///   r_pair(h) = sum over pairs of D(i, j) (h_i - h_j) = sum over documents of pi(d) h(d) / Z
///
/// which takes O(n) for the potentials and O(n F) for all candidates.      [Freund03]
class PairPart {
 public:
  /// Borrows the pool, and the binned features of `data` if it is a pool of thresholds. Starts with
  /// equal scores. Throws NumericError when there is no pair.
  PairPart(Dataset data, const PairOptions& loss, std::uint64_t seed, const WeakPool& pool,
           const BinnedFeatures* binned, std::shared_ptr<const QueryPairs> pairs = nullptr);

  /// The distribution for these scores of all rows.
  void weigh(std::span<const double> scores);

  /// gains[c] += share * r_pair(candidate c).
  void add_gains(double share, std::span<double> gains);

  /// Z for the scores that weigh() got last.
  double total() const noexcept { return total_; }

  /// The shares of all pairs that a threshold puts right and wrong, for the scores of weigh().
  PartedPairs parted(const WeakRanker& ranker, std::span<const double> scores) const;

  double pair_count() const noexcept { return pair_count_; }
  const TrainingSet& set() const noexcept { return set_; }

 private:
  /// The potential times each feature, summed over rows.
  std::vector<double> feature_sums() const;

  ExponentialLoss loss_;
  TrainingSet set_;
  const WeakPool* pool_;
  std::vector<ThresholdSums> thresholds_;  ///< one, or none for a pool of features
  std::vector<double> potential_;
  double total_ = 0.0;
  double pair_count_ = 0.0;
};

}  // namespace podium
