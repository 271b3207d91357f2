#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// A document that is better than another one of its query, and how much that counts.
struct WeightedPair {
  DocIndex better = 0;
  DocIndex worse = 0;
  double weight = 1.0;

  bool operator==(const WeightedPair&) const = default;
};

/// The pairs of each query of a data set, as they were judged. They need not agree with any order:
/// two documents may be a pair in both directions.
using QueryPairs = std::vector<std::vector<WeightedPair>>;

/// Puts each query's pairs into one order and adds up the weights of equal pairs, so that nothing
/// depends on the order in which they were found.
void merge_equal_pairs(QueryPairs& pairs);

std::size_t pair_count(const QueryPairs& pairs);

/// The share of the pairs, by weight, whose better document has the higher score; equal scores
/// count one half. NaN without pairs. `scores` has one number for each row of `data`.
double share_in_order(const Dataset& data, const QueryPairs& pairs, std::span<const double> scores);

/// A hash of the hashes of all queries' pairs, to tell one set of them from another.
std::string pairs_fingerprint(const QueryPairs& pairs);

}  // namespace podium
