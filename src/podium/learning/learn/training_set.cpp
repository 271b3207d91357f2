#include "podium/learning/learn/training_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/learning/learn/top_documents.hpp"

namespace podium {

namespace {

constexpr std::size_t no_query = std::numeric_limits<std::size_t>::max();

/// The values of these documents.
std::span<double> gathered(std::span<const double> values, std::span<const DocIndex> docs,
                           Workspace& workspace) {
  const std::span<double> chosen = workspace.take<double>(docs.size());
  for (std::size_t i = 0; i < docs.size(); ++i) chosen[i] = values[docs[i]];
  return chosen;
}

void scatter(std::span<const double> values, std::span<const DocIndex> docs,
             std::span<double> sums) {
  for (std::size_t i = 0; i < docs.size(); ++i) sums[docs[i]] += values[i];
}

}  // namespace

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

TrainingSet::TrainingSet(const TrainingTask& task, const Loss& loss,
                         const QueryWeighting& weighting)
    : TrainingSet(task.train, loss, weighting, task.seed, task.pairs) {
  if (task.second) add_second(task, loss, weighting);
}

void TrainingSet::add_second(const TrainingTask& task, const Loss& loss,
                             const QueryWeighting& weighting) {
  try {
    second_ = std::make_shared<TrainingSet>(task.second->data, loss, weighting, seed_);
  } catch (const NumericError& error) {
    throw NumericError(fmt::format("second label: {}", error.what()));
  }
  const bool is_whole = second_->query_count() == query_count();
  std::size_t next = 0;
  for (std::size_t q = 0; q < query_count(); ++q) {
    const QueryView view = data_[q];
    const std::size_t before = second_row_.size();
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (is_judged(data_.columns().second_label[view.first_row + doc])) second_row_.push_back(doc);
    }
    second_query_.push_back(is_whole || second_row_.size() > before ? next++ : no_query);
  }
  expects(next == second_->query_count() && second_row_.size() == second_->data().row_count(),
          "the rows with a second label");
  const double own = value_at_equal_scores(loss);
  const double other = second_->value_at_equal_scores(loss);
  const double ratio = own / other;
  if (!(ratio > 0.0) || !std::isfinite(ratio)) {
    throw NumericError(
        fmt::format("the losses of two objectives are divided by their values at equal scores; "
                    "found {:g} and {:g}, expected positive numbers; take another loss",
                    own, other));
  }
  const double lambda = task.second->lambda;
  for (double& weight : weight_) weight *= 1.0 - lambda;
  for (double& weight : second_->weight_) weight *= lambda * ratio;
  contributing_.clear();
  for (std::size_t q = 0; q < query_count(); ++q) {
    const std::size_t second = second_query_[q];
    const bool has_second = second != no_query && second_->weight_[second] > 0.0;
    if (weight_[q] > 0.0 || has_second) contributing_.push_back(q);
  }
  blocks_ = QueryBlocks(data_).among(contributing_);
}

double TrainingSet::value_at_equal_scores(const Loss& loss) const {
  return sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const std::size_t size = data_[q].size();
    const std::span<const double> scores = workspace.zeros<double>(size);
    return loss.accumulate(query(q), scores, weight_[q], workspace.zeros<double>(size), workspace);
  });
}

/// Calls use(q, docs, first_row) for the query of the second objective, if it contributes there:
/// its number, its documents' places in the query, and its first row.
template <class Use>
void TrainingSet::with_second(std::size_t query, const Use& use) const {
  if (!second_ || second_query_[query] == no_query) return;
  const std::size_t q = second_query_[query];
  if (!(second_->weight_[q] > 0.0)) return;
  const QueryView view = second_->data_[q];
  use(q, std::span(second_row_).subspan(view.first_row, view.size()), view.first_row);
}

double TrainingSet::accumulate(const Loss& loss, std::size_t query, std::span<const double> scores,
                               std::span<double> gradient, const CurvatureSink& curvature,
                               Workspace& workspace, std::size_t round) const {
  double value = 0.0;
  if (!second_ || weight_[query] > 0.0) {
    value = loss.accumulate_curved(this->query(query, round), scores, weight_[query], gradient,
                                   curvature, workspace);
  }
  with_second(query, [&](std::size_t q, std::span<const DocIndex> docs, std::size_t /*row*/) {
    const std::span<double> slope = workspace.zeros<double>(docs.size());
    CurvatureSink own{{}, curvature.kind};
    if (curvature.is_wanted()) own.values = workspace.zeros<double>(docs.size());
    value += loss.accumulate_curved(second_->query(q, round), gathered(scores, docs, workspace),
                                    second_->weight_[q], slope, own, workspace);
    scatter(slope, docs, gradient);
    if (curvature.is_wanted()) scatter(own.values, docs, curvature.values);
  });
  return value;
}

void TrainingSet::linearise(const Loss& loss, std::size_t query, std::span<const double> scores,
                            std::span<DocIndex> order, Workspace& workspace) const {
  const QueryView view = data_[query];
  if (!second_ || weight_[query] > 0.0) {
    loss.linearise(this->query(query), scores, order.subspan(view.first_row, view.size()),
                   workspace);
  }
  with_second(query, [&](std::size_t q, std::span<const DocIndex> docs, std::size_t row) {
    loss.linearise(second_->query(q), gathered(scores, docs, workspace),
                   order.subspan(data_.row_count() + row, docs.size()), workspace);
  });
}

void TrainingSet::add_hessian_product(const Loss& loss, std::size_t query,
                                      std::span<const double> scores,
                                      std::span<const DocIndex> order,
                                      std::span<const double> direction, std::span<double> product,
                                      Workspace& workspace) const {
  const QueryView view = data_[query];
  if (!second_ || weight_[query] > 0.0) {
    loss.add_hessian_product(this->query(query), scores,
                             order.subspan(view.first_row, view.size()), weight_[query], direction,
                             product, workspace);
  }
  with_second(query, [&](std::size_t q, std::span<const DocIndex> docs, std::size_t row) {
    const std::span<double> own = workspace.zeros<double>(docs.size());
    loss.add_hessian_product(second_->query(q), gathered(scores, docs, workspace),
                             order.subspan(data_.row_count() + row, docs.size()),
                             second_->weight_[q], gathered(direction, docs, workspace), own,
                             workspace);
    scatter(own, docs, product);
  });
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
