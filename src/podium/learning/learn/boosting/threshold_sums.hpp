#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/learn/boosting/weak_pool.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

/// For every threshold of every feature at once, what the rows that exceed it add up to: one pass
/// over the binned features, O(rows * features), or O(rows + stored values) where they are sparse.
/// The values are rounded to whole multiples of exact_unit(), and sums are exact: no order or
/// division of the rows changes a bit.
class ThresholdSums {
 public:
  /// Borrows `binned`.
  explicit ThresholdSums(const BinnedFeatures& binned);

  /// Sums anew; one value for each row.
  void compute(std::span<const double> values);

  /// above(f)[t] = sum over the rows whose feature f exceeds its threshold t; missing ones do not.
  std::span<const double> above(std::size_t feature) const {
    return std::span(above_).subspan(first_[feature], first_[feature + 1] - first_[feature]);
  }

  /// Sum over the rows that miss the feature.
  double missing(std::size_t feature) const { return missing_[feature]; }

  /// Sum over the rows that pass the candidate's threshold.
  double passing(const Candidate& candidate) const {
    const WeakRanker& ranker = candidate.ranker;
    return above(ranker.feature)[candidate.place] +
           (ranker.missing_passes ? missing(ranker.feature) : 0.0);
  }

 private:
  const BinnedFeatures* binned_;
  std::vector<std::size_t> first_;  ///< of each feature in above_
  std::vector<double> above_;
  std::vector<double> missing_;
};

}  // namespace podium
