#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/query_pairs.hpp"

namespace podium {

/// Preferences as pairs of the documents of a data set.
struct PreferencePairs {
  QueryPairs pairs;           ///< one list for each query of the data set, equal pairs merged
  std::size_t answers = 0;    ///< lines about queries of the data set
  std::size_t ties = 0;       ///< answers "tie", which make no pair
  std::size_t both_ways = 0;  ///< pairs of documents with answers for either of them
  std::size_t elsewhere = 0;  ///< answers about queries of other data sets

  /// One line for the user.
  std::string remark() const;
};

/// Reads a file of preferences (docs/formats/preferences.md) about the documents of `data`, which
/// are known by their ids. Answers are kept as they are: contradicting ones become two pairs with
/// a weight each. Throws DataError naming file and line for a query or a document that the data
/// does not have, or has twice, and when all answers are ties. Answers about other queries that one
/// of the data sets `others` has are counted and left out: a file may be about all parts of a
/// split.
/// Then documents without ids, which are known by their row, are refused with a UsageError.
PreferencePairs read_preference_pairs(const std::filesystem::path& path, const Dataset& data,
                                      std::span<const Dataset> others = {});

}  // namespace podium
