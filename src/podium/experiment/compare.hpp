#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "podium/experiment/correction.hpp"
#include "podium/experiment/effect_size.hpp"
#include "podium/experiment/significance.hpp"

namespace podium {

/// What one ranker is worth, query by query, by one measure. NaN: the query was skipped.
struct RankerValues {
  std::string name;
  std::vector<std::string> query;
  std::vector<double> value;
};

/// How rankers are to be compared.
struct CompareOptions {
  std::vector<SignificanceTest> tests = parse_significance_tests("t");
  Correction correction = Correction::holm;
  std::string baseline;  ///< name of the ranker that all others are held against; empty: all pairs
  bool smaller_is_better = false;
  TestOptions test;
  std::uint64_t seed = 1;
};

/// What one test says of a pair.
struct PairTest {
  std::string name;
  std::size_t queries = 0;  ///< that the test used; a joint test needs those that all rankers have
  TestOutcome outcome;
  double p_corrected = 1.0;  ///< of the two-sided p, over all pairs; of a joint test as it is
  bool significant = false;  ///< p_corrected <= alpha
  bool favours_a = false;    ///< the direction in which the test points
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
  Interval interval;  ///< of the mean difference, by the t distribution
  EffectSize effect;
  std::size_t wins = 0;  ///< queries in which A is better
  std::size_t ties = 0;
  std::size_t losses = 0;
  std::vector<PairTest> tests;
  std::string conclusion;  ///< one plain sentence
};

/// All that was found.
struct Comparison {
  std::vector<std::string> ranker;
  std::vector<double> mean;          ///< of each ranker, over its own queries
  std::vector<std::size_t> queries;  ///< of each ranker that count in its mean
  std::vector<PairComparison> pairs;
};

/// Compares all pairs, or all rankers with the baseline (A is the ranker, B the baseline). Queries
/// are matched by id, and sorted by it before anything is computed: their order does not matter,
/// not even for random draws. Values that agree to twelve digits are equal. Throws UsageError for
/// fewer than two rankers, names or query ids that repeat, an unknown baseline, or a pair that
/// shares fewer than two queries; NumericError for an infinite value.
Comparison compare(std::span<const RankerValues> rankers, const CompareOptions& options);

}  // namespace podium
