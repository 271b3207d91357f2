#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/learning/learn/boosting/query_measure.hpp"
#include "podium/learning/learn/boosting/weak_pool.hpp"

namespace podium {

/// What a measure says of every weak ranker of a pool, query by query, worked out once: E(h, q).
///
/// Features take a number for each feature and query. A threshold's ranking of a query changes only
/// at the values that its documents have, so thresholds take as many numbers for each feature and
/// query as there are documents, whatever the number of thresholds.
class CandidateMeasures {
 public:
  /// Ranks the queries of `measure` by every candidate. `binned` are the thresholds of the same
  /// data; null for a pool of features. No value may be missing.
  CandidateMeasures(const QueryMeasure& measure, const WeakPool& pool,
                    const BinnedFeatures* binned);

  /// sums[c] += share * sum over queries of p[q] E(c, q): a sum over blocks for features, of whole
  /// numbers for thresholds.
  void add_means(std::span<const double> p, double share, std::span<double> sums) const;

 private:
  /// From this threshold on the measure of a query is larger by `step`.
  struct Change {
    std::uint32_t query = 0;
    std::uint32_t place = 0;
    double step = 0.0;
  };
  /// The thresholds of one feature in one direction: candidates first, first + stride, ...
  struct ThresholdRun {
    std::size_t first = 0;
    std::size_t stride = 1;
    std::size_t count = 0;
    std::vector<Change> changes;
  };

  void measure_features(const QueryMeasure& measure, const WeakPool& pool);
  void measure_thresholds(const QueryMeasure& measure, const WeakPool& pool,
                          const BinnedFeatures& binned);

  std::size_t queries_;
  QueryBlocks blocks_;
  std::vector<double> table_;  ///< of features: E by query, then candidate
  std::vector<ThresholdRun> thresholds_;
  std::vector<double> tied_;  ///< E by query when no threshold parts the documents
};

}  // namespace podium
