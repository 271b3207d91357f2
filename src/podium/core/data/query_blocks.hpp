#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/block_tree.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// Rows of a block: enough that it is worth a task, few enough that there are blocks for every
/// thread.
std::size_t rows_of_a_block(std::size_t rows);

/// Work over all queries, in blocks of whole queries that run in parallel. The cut depends on the
/// rows of each query alone, never on threads or labels: sums have the same bits for any number of
/// threads.
class QueryBlocks {
 public:
  QueryBlocks() = default;
  explicit QueryBlocks(const Dataset& data) : QueryBlocks(data.columns().query_end) {}

  /// By the end of each query in rows: a block ends with the query that fills it.
  explicit QueryBlocks(std::span<const std::uint64_t> query_end);

  /// The same blocks with only some of their queries, given in rising order: what is visited is
  /// places in `queries`. A block may then be empty.
  QueryBlocks among(std::span<const std::size_t> queries) const;

  /// The first query after each block.
  std::span<const std::size_t> ends() const noexcept { return ends_; }

  /// Calls visit(query, workspace): blocks in parallel, the queries of a block in order. The
  /// workspace is empty.
  template <class Visit>
  void for_each(const Visit& visit) const {
    parallel_for(ends_.size(), [&](std::size_t block) { visit_block(block, visit); });
  }

  /// Calls add(query, sum, workspace) for each query; the sums start as `zero` for each block and
  /// are added by the tree over blocks.
  template <class Value, class Add>
  Value sum(const Value& zero, const Add& add) const {
    return sum_over_blocks(ends_.size(), zero, [&](std::size_t block, Value& sum) {
      visit_block(block,
                  [&](std::size_t query, Workspace& workspace) { add(query, sum, workspace); });
    });
  }

 private:
  template <class Visit>
  void visit_block(std::size_t block, const Visit& visit) const {
    Workspace workspace;
    for (std::size_t query = block == 0 ? 0 : ends_[block - 1]; query < ends_[block]; ++query) {
      workspace.clear();
      visit(query, workspace);
    }
  }

  std::vector<std::size_t> ends_;
};

/// One sum for each of many things, features mostly: added one by one.
template <class Value>
struct ManySums {
  std::vector<Value> values;

  ManySums& operator+=(const ManySums& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
    return *this;
  }
};

}  // namespace podium
