#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/base/parallel.hpp"
#include "podium/data/dataset.hpp"

namespace podium {

/// Changes the features of one query in place: `values` comes as a copy of the old ones, row by
/// row, exact where the data set has exact ones.
using QueryTransform = std::function<void(std::size_t query, std::span<double> values)>;

/// The data set with other features, made query by query in parallel. Exact features stay exact.
Dataset transform_features(const Dataset& data, const QueryTransform& transform);

/// The column of a feature given by its name or by its number in the file. Throws UsageError when
/// there is none.
std::size_t find_feature(const Dataset& data, std::string_view name_or_number);

/// Where blocks of whole queries end, each of `rows` rows or a little more. The cut depends on the
/// data alone: sums taken by block and added in block order have the same bits for any number of
/// threads.
std::vector<std::size_t> query_block_ends(const Dataset& data, std::size_t rows);

/// Calls visit(block, query): blocks in parallel, the queries of a block in order.
template <class Visit>
void for_each_block(std::span<const std::size_t> ends, Visit&& visit) {
  parallel_for(ends.size(), [&](std::size_t block) {
    for (std::size_t query = block == 0 ? 0 : ends[block - 1]; query < ends[block]; ++query) {
      visit(block, query);
    }
  });
}

}  // namespace podium
