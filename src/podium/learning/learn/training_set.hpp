#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/query_pairs.hpp"
#include "podium/learning/learn/term_blocks.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// The weight omega_q of a query's loss in a risk, before the query's own weight:
/// the mean over queries has 1/m each, a plain sum C each.
struct QueryWeighting {
  bool mean = true;     ///< divide by the number of queries
  double factor = 1.0;  ///< times this
};

/// Queries with what a loss wants to see of them, worked out once for all passes: an order of the
/// documents that agrees with the truth, the loss's own targets, the weight. Queries that cannot
/// contribute (one document, no pair, ...) are counted, and m still counts them; queries without
/// documents it does not count.
class TrainingSet {
 public:
  /// `data` has its truth as the loss is to see it. Throws NumericError when no query contributes
  /// or none has two documents of different level.
  /// With `pairs`, those of the truth are not looked at: a query contributes when it has one of
  /// these.
  TrainingSet(Dataset data, const Loss& loss, const QueryWeighting& weighting, std::uint64_t seed,
              std::shared_ptr<const QueryPairs> pairs = nullptr);

  /// The data of a task. With a second objective, the sum of the losses is
  ///
  ///   (1 - lambda) L_A + lambda L_B a / b
  ///
  /// where a and b are the values of L_A and L_B at equal scores, so that lambda has no unit.
  /// Throws NumericError when these have no ratio.
  TrainingSet(const TrainingTask& task, const Loss& loss, const QueryWeighting& weighting);

  const Dataset& data() const noexcept { return data_; }
  std::size_t query_count() const noexcept { return data_.query_count(); }

  /// Queries that contribute, in the order of the data.
  std::span<const std::size_t> contributing() const noexcept { return contributing_; }
  std::size_t skipped_count() const noexcept { return query_count() - contributing_.size(); }

  /// `round` chooses what the loss draws, if it does.
  LossQuery query(std::size_t query, std::size_t round = 0) const;
  double weight(std::size_t query) const noexcept { return weight_[query]; }

  /// What to ask about each query() with its weight(): the loss itself or, with a second objective,
  /// the one of the constructor by both labels. Each label has an order in Loss::linearise().
  const Loss& by_all_labels(const Loss& loss) const noexcept { return both_ ? *both_ : loss; }
  std::size_t label_count() const noexcept { return both_ ? 2 : 1; }

  /// Calls visit(query, workspace) for every query that contributes, blocks in parallel.
  template <class Visit>
  void for_each_query(const Visit& visit) const {
    blocks_.for_each(
        [&](std::size_t place, Workspace& workspace) { visit(contributing_[place], workspace); });
  }

  /// Calls add(place, sum, workspace) for every place in contributing(); sums that start as `zero`
  /// are added by the tree over blocks, so threads change no bit. One query after another if the
  /// loss is sequential.
  template <class Value, class Add>
  Value sum(const Value& zero, const Add& add) const {
    const OutOfCore::Pass pass;
    if (!is_sequential_) return blocks_.sum(zero, add);
    Workspace workspace;
    std::size_t place = 0;
    return ordered_sum_over_blocks(blocks_.ends().size(), zero, [&](std::size_t block, Value& sum) {
      for (; place < blocks_.ends()[block]; ++place) {
        workspace.clear();
        add(place, sum, workspace);
      }
    });
  }

  /// The sum of what visit(query, workspace) returns for the queries that contribute, anything that
  /// starts as {} and has +=.
  template <class Visit>
  auto sum_over_queries(const Visit& visit) const {
    using Value = std::invoke_result_t<const Visit&, std::size_t, Workspace&>;
    return sum(Value{}, [&](std::size_t place, Value& sum, Workspace& workspace) {
      sum += visit(contributing_[place], workspace);
    });
  }

 private:
  void add_second(const TrainingTask& task, const Loss& loss, const QueryWeighting& weighting);
  double value_at_equal_scores(const Loss& loss) const;

  Dataset data_;
  std::shared_ptr<const QueryPairs> pairs_;
  std::vector<DocIndex> order_;
  std::vector<double> target_;
  std::vector<double> weight_;
  std::uint64_t seed_;
  std::vector<std::size_t> contributing_;
  bool is_sequential_;  ///< the loss
  QueryBlocks blocks_;  ///< of contributing_, cut by the rows of all queries
  std::shared_ptr<const Loss> both_ = nullptr;  ///< if there is a second objective
};

}  // namespace podium
