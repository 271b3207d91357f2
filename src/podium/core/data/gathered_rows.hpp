#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Rows of one query, by their numbers in the data set.
struct QueryRows {
  std::size_t query = 0;
  std::vector<std::size_t> row;
};

/// The features of the given rows, dense or sparse.
FeatureMemory gathered_features(const Dataset& data, std::span<const QueryRows> parts,
                                bool is_sparse);

/// The given rows with their labels, query by query in the given order. Input rows are renumbered
/// in the order that the chosen rows had in the input. Features are dense or sparse as those of the
/// data set, or as asked.
Dataset gathered_rows(const Dataset& data, std::span<const QueryRows> parts);
Dataset gathered_rows(const Dataset& data, std::span<const QueryRows> parts, bool is_sparse);

/// The rows for which `wanted` is true; a query without any is omitted.
Dataset with_rows(const Dataset& data, const std::vector<bool>& wanted);

}  // namespace podium
