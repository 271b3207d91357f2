#pragma once

#include <cstddef>
#include <vector>

#include "podium/core/data/query_blocks.hpp"

namespace podium {

/// The sum over blocks of queries as core/base/block_tree.hpp defines it, level by level:
/// add(query, sum) adds a query to the sum of its block.
template <class Add>
double slow_sum(const QueryBlocks& blocks, const Add& add) {
  std::vector<double> sums;
  std::size_t query = 0;
  for (const std::size_t end : blocks.ends()) {
    sums.push_back(0.0);
    for (; query < end; ++query) add(query, sums.back());
  }
  while (sums.size() > 1) {
    std::vector<double> level;
    for (std::size_t i = 0; i < sums.size(); i += 2) {
      level.push_back(i + 1 < sums.size() ? sums[i] + sums[i + 1] : sums[i]);
    }
    sums = level;
  }
  return sums.empty() ? 0.0 : sums.front();
}

}  // namespace podium
