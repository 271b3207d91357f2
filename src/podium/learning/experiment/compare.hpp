#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/learning/experiment/statistics/correction.hpp"
#include "podium/learning/experiment/statistics/effect_size.hpp"
#include "podium/learning/experiment/statistics/equivalence.hpp"
#include "podium/learning/experiment/statistics/power.hpp"
#include "podium/learning/experiment/statistics/significance.hpp"

namespace podium {

/// The values of one ranker by one measure, query by query. NaN: the query was skipped.
struct RankerValues {
  std::string name;
  std::vector<std::string> query;
  std::vector<double> value;
};

/// The options of a comparison of rankers.
struct CompareOptions {
  std::vector<SignificanceTest> tests = parse_significance_tests("t");
  Correction correction = Correction::holm;
  std::string baseline;  ///< name of the ranker that all others are compared with; empty: all pairs
  bool smaller_is_better = false;
  Interval range;  ///< of the measure's values, which bounds intervals; unknown: no bounds
  std::optional<double> margin;  ///< of the equivalence test; none: no such test
  TestOptions test;
  std::uint64_t seed = 1;
};

/// The result of one test for a pair.
struct PairTest {
  std::string name;
  std::size_t queries = 0;  ///< used by the test; a joint test uses those that all rankers have
  TestOutcome outcome;
  double p_corrected = 1.0;  ///< two-sided p corrected over all pairs; unchanged for a joint test
  bool significant = false;  ///< p_corrected <= alpha
  bool favours_a = false;    ///< the direction of the test
};

/// The test that the mean difference lies within the margin.
struct PairEquivalence {
  Equivalence test;
  double p_corrected = 1.0;
  bool is_shown = false;  ///< p_corrected <= alpha
};

/// Two rankers A and B; a difference is always A - B.
struct PairComparison {
  RankerPair rankers;
  std::size_t queries = 0;    ///< with a value for both
  std::size_t unmatched = 0;  ///< queries that only one of them has
  std::size_t skipped = 0;    ///< queries of both in which a value is NaN
  double mean_a = 0.0;        ///< over the queries with a value for both, as is mean_b
  double mean_b = 0.0;
  double difference = 0.0;
  Interval interval;    ///< of the mean difference, by the t distribution, as far as it is possible
  double p_of_t = 1.0;  ///< two-sided, of the same distribution, without any correction: at most
                        ///< alpha where the interval leaves out 0
  EffectSize effect;
  PowerForecast forecast;  ///< at level alpha, divided by the number of pairs where p is corrected
  std::size_t wins = 0;    ///< queries in which A is better
  std::size_t ties = 0;
  std::size_t losses = 0;
  std::vector<PairTest> tests;
  std::optional<PairEquivalence> equivalence;  ///< if a margin was given
  std::string conclusion;                      ///< one plain sentence
};

/// The results of a comparison.
struct Comparison {
  std::vector<std::string> ranker;
  std::vector<double> mean;          ///< of each ranker, over its own queries
  std::vector<std::size_t> queries;  ///< of each ranker that count in its mean
  std::vector<PairComparison> pairs;
};

/// Compares all pairs, or all rankers with the baseline (A is the ranker, B the baseline). Queries
/// are matched and sorted by id first, so that their order has no influence, not even on random
/// draws. Values that agree to twelve digits are equal. Throws UsageError for
/// fewer than two rankers, repeated names or query ids, an unknown baseline, or a pair that
/// shares fewer than two queries; NumericError for an infinite value.
Comparison compare(std::span<const RankerValues> rankers, const CompareOptions& options);

}  // namespace podium
