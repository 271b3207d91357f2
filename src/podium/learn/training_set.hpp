#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "podium/base/parallel.hpp"
#include "podium/base/workspace.hpp"
#include "podium/data/dataset.hpp"
#include "podium/loss/loss.hpp"

namespace podium {

/// The weight omega_q of a query's loss in a risk, before the query's own weight:
/// the mean over queries has 1/m each, a plain sum C each.
struct QueryWeighting {
  bool mean = true;     ///< divide by the number of queries
  double factor = 1.0;  ///< times this
};

/// Queries with what a loss wants to see of them, worked out once for all passes: an order of the
/// documents that agrees with the truth, the loss's own targets, the weight. Queries that cannot
/// contribute (one document, no pair, ...) are counted, and m still counts them.
class TrainingSet {
 public:
  /// `data` has its truth as the loss is to see it. Throws NumericError when no query contributes.
  TrainingSet(Dataset data, const Loss& loss, const QueryWeighting& weighting,
              std::uint64_t seed);

  const Dataset& data() const noexcept { return data_; }
  std::size_t query_count() const noexcept { return data_.query_count(); }

  /// Queries that contribute, in the order of the data.
  std::span<const std::size_t> contributing() const noexcept { return contributing_; }
  std::size_t skipped_count() const noexcept { return query_count() - contributing_.size(); }

  LossQuery query(std::size_t query) const;
  double weight(std::size_t query) const noexcept { return weight_[query]; }

  /// Ends of blocks of contributing(), cut by the data alone into at most a few hundred: sums are
  /// taken by block and added in block order, so threads change no bit.
  std::span<const std::size_t> block_ends() const noexcept { return block_ends_; }

  /// Calls visit(query, workspace) for every query that contributes, blocks in parallel.
  template <class Visit>
  void for_each_query(const Visit& visit) const {
    for_each_in_blocks([&](std::size_t /*block*/, std::size_t query, Workspace& workspace) {
      visit(query, workspace);
    });
  }

  /// The sum of what visit(query, workspace) returns for the queries that contribute, anything that
  /// starts as {} and has +=: by block, then in block order.
  template <class Visit>
  auto sum_over_queries(const Visit& visit) const {
    using Value = std::invoke_result_t<const Visit&, std::size_t, Workspace&>;
    std::vector<Value> sums(block_ends_.size());
    for_each_in_blocks([&](std::size_t block, std::size_t query, Workspace& workspace) {
      sums[block] += visit(query, workspace);
    });
    Value total{};
    for (const Value& sum : sums) total += sum;
    return total;
  }

 private:
  template <class Visit>
  void for_each_in_blocks(const Visit& visit) const {
    parallel_for(block_ends_.size(), [&](std::size_t block) {
      Workspace workspace;
      for (std::size_t i = block == 0 ? 0 : block_ends_[block - 1]; i < block_ends_[block]; ++i) {
        workspace.clear();
        visit(block, contributing_[i], workspace);
      }
    });
  }

  Dataset data_;
  std::vector<DocIndex> order_;
  std::vector<double> target_;
  std::vector<double> weight_;
  std::vector<std::size_t> contributing_;
  std::vector<std::size_t> block_ends_;
};

}  // namespace podium
