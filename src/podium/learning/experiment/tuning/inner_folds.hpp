#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/split.hpp"

namespace podium {

/// The queries from which a ranking can be learned: with judged documents of different level, and
/// weight.
QueryList queries_with_preferences(const Dataset& data);

/// Parts of training data that take turns to be held out: the queries of each of `count` parts.
/// Queries with preferences are dealt out first, in an order that depends on them and the seed
/// alone, so that each part has its share and the others change nothing. Queries of the same id
/// stay together. Throws UsageError when fewer than `count` queries have preferences.
std::vector<QueryList> inner_folds(const Dataset& data, std::size_t count, std::uint64_t seed);

/// The queries that are not in `part`, in ascending order.
QueryList other_queries(const Dataset& data, const QueryList& part);

}  // namespace podium
