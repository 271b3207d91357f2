#include "podium/learning/learn/training_set.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/learn/top_documents.hpp"

namespace podium {

TrainingSet::TrainingSet(Dataset data, const Loss& loss, const QueryWeighting& weighting,
                         std::uint64_t seed, std::shared_ptr<const QueryPairs> pairs)
    : data_(std::move(data)),
      pairs_(std::move(pairs)),
      order_(data_.row_count()),
      target_(data_.row_count()),
      weight_(data_.query_count()),
      seed_(seed),
      is_sequential_(loss.is_sequential()) {
  expects(!pairs_ || pairs_->size() == data_.query_count(), "pairs for each query");
  std::vector<char> contributes(data_.query_count());
  parallel_for(data_.query_count(), [&](std::size_t q) {
    const QueryView view = data_[q];
    if (view.size() == 0 || !(view.weight > 0.0)) return;
    const std::vector<DocIndex> order = total_order(view.truth, seed, view.id);
    const auto rows = static_cast<std::ptrdiff_t>(view.first_row);
    std::ranges::copy(order, order_.begin() + rows);
    const auto target = std::span(target_).subspan(view.first_row, view.size());
    const bool has_pair = loss.prepare(view.truth, order, target);
    contributes[q] = (pairs_ ? !(*pairs_)[q].empty() : has_pair) ? 1 : 0;
  });

  std::size_t counted = 0;
  for (std::size_t q = 0; q < data_.query_count(); ++q) {
    if (data_[q].size() > 0) ++counted;
    if (contributes[q] != 0) contributing_.push_back(q);
  }
  // Some losses have a value for queries without a difference, but nobody learns a ranking from it.
  if (pairs_ && contributing_.empty()) {
    throw NumericError(fmt::format(
        "no query can be used for training: each of the {} queries has no pair, or weight 0",
        data_.query_count()));
  }
  if (!pairs_ && contributing_.empty() && has_preferences(data_)) {
    throw NumericError(fmt::format(
        "no query can be used for training: in none of the {} queries does the loss tell two "
        "documents apart, though labels differ; svmmap takes labels from 1 on for relevant, --set "
        "relevant=V sets another limit",
        data_.query_count()));
  }
  if (!pairs_ && (contributing_.empty() || !has_preferences(data_))) {
    throw NumericError(
        fmt::format("no query can be used for training: each of the {} queries has one document, "
                    "equal labels only, or weight 0",
                    data_.query_count()));
  }
  const double share = weighting.factor / (weighting.mean ? static_cast<double>(counted) : 1.0);
  for (const std::size_t q : contributing_) weight_[q] = share * data_[q].weight;
  blocks_ = QueryBlocks(data_).among(contributing_);
}

LossQuery TrainingSet::query(std::size_t query, std::size_t round) const {
  const QueryView view = data_[query];
  return {
      view.truth,
      std::span(order_).subspan(view.first_row, view.size()),
      std::span(target_).subspan(view.first_row, view.size()),
      view.row_weight,
      pairs_ ? std::span<const WeightedPair>((*pairs_)[query]) : std::span<const WeightedPair>(),
      fnv1a64(view.id, seed_ + round),
      view.id};
}

}  // namespace podium
