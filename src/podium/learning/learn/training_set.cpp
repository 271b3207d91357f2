#include "podium/learning/learn/training_set.hpp"

#include <algorithm>
#include <cmath>
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

/// The values of these documents; all without a copy if none are named.
std::span<const double> chosen(std::span<const double> values, std::span<const DocIndex> docs,
                               Workspace& workspace) {
  if (docs.empty()) return values;
  const std::span<double> own = workspace.take<double>(docs.size());
  for (std::size_t i = 0; i < docs.size(); ++i) own[i] = values[docs[i]];
  return own;
}

/// What add(own) adds to zeros for these documents, added to their sums.
template <class Add>
void add_chosen(std::span<double> sums, std::span<const DocIndex> docs, Workspace& workspace,
                const Add& add) {
  if (docs.empty()) return add(sums);
  const std::span<double> own = workspace.zeros<double>(docs.size());
  add(own);
  for (std::size_t i = 0; i < docs.size(); ++i) sums[docs[i]] += own[i];
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
        "documents apart, though labels differ; it may count labels from a limit on as relevant: "
        "1, "
        "or that of map(from=V) and of --set relevant=V",
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
  const double ratio = value_at_equal_scores(loss) / second_->value_at_equal_scores(loss);
  if (!(ratio > 0.0) || !std::isfinite(ratio)) {
    throw NumericError(fmt::format(
        "found losses of two labels with the ratio {} at equal scores, expected a positive number "
        "to divide by; take another loss",
        ratio));
  }
  for (double& weight : weight_) weight *= 1.0 - task.second->lambda;
  for (double& weight : second_->weight_) weight *= task.second->lambda * ratio;
  contributing_.clear();
  const bool is_whole = second_->query_count() == query_count();
  for (std::size_t q = 0, next = 0; q < query_count(); ++q) {
    const QueryView view = data_[q];
    const std::size_t before = second_row_.size();
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (is_judged(data_.columns().second_label[view.first_row + doc])) second_row_.push_back(doc);
    }
    const bool has_second = is_whole || second_row_.size() > before;
    second_query_.push_back(has_second ? next++ : second_->query_count());
    if (weight_[q] > 0.0 || (has_second && second_->weight_[next - 1] > 0.0)) {
      contributing_.push_back(q);
    }
  }
  blocks_ = QueryBlocks(data_).among(contributing_);
}

double TrainingSet::value_at_equal_scores(const Loss& loss) const {
  return sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const std::span<double> zeros = workspace.zeros<double>(data_[q].size());
    return loss.accumulate(query(q), zeros, weight_[q], workspace.zeros<double>(zeros.size()),
                           workspace);
  });
}

/// Calls use(query, weight, docs, first_row) for each label by which the query contributes, with
/// its documents if they are not all, and the place of the first one in an order of all rows.
template <class Use>
void TrainingSet::for_each_label(std::size_t q, std::size_t round, const Use& use) const {
  constexpr std::span<const DocIndex> all;
  if (!second_ || weight_[q] > 0.0) use(query(q, round), weight_[q], all, data_[q].first_row);
  if (!second_ || second_query_[q] == second_->query_count()) return;
  const std::size_t second = second_query_[q];
  if (!(second_->weight_[second] > 0.0)) return;
  const QueryView view = second_->data_[second];
  use(second_->query(second, round), second_->weight_[second],
      std::span<const DocIndex>(second_row_).subspan(view.first_row, view.size()),
      data_.row_count() + view.first_row);
}

double TrainingSet::accumulate(const Loss& loss, std::size_t query, std::span<const double> scores,
                               std::span<double> gradient, const CurvatureSink& curvature,
                               Workspace& workspace, std::size_t round) const {
  double value = 0.0;
  for_each_label(query, round, [&](const LossQuery& own, double weight, auto docs, std::size_t) {
    add_chosen(gradient, docs, workspace, [&](std::span<double> slope) {
      const auto add = [&](std::span<double> curvatures) {
        value += loss.accumulate_curved(own, chosen(scores, docs, workspace), weight, slope,
                                        {curvatures, curvature.kind}, workspace);
      };
      if (!curvature.is_wanted()) return add({});
      add_chosen(curvature.values, docs, workspace, add);
    });
  });
  return value;
}

void TrainingSet::linearise(const Loss& loss, std::size_t query, std::span<const double> scores,
                            std::span<DocIndex> order, Workspace& workspace) const {
  for_each_label(query, 0, [&](const LossQuery& own, double, auto docs, std::size_t row) {
    loss.linearise(own, chosen(scores, docs, workspace), order.subspan(row, own.order.size()),
                   workspace);
  });
}

void TrainingSet::add_hessian_product(const Loss& loss, std::size_t query,
                                      std::span<const double> scores,
                                      std::span<const DocIndex> order,
                                      std::span<const double> direction, std::span<double> product,
                                      Workspace& workspace) const {
  for_each_label(query, 0, [&](const LossQuery& own, double weight, auto docs, std::size_t row) {
    add_chosen(product, docs, workspace, [&](std::span<double> sums) {
      loss.add_hessian_product(own, chosen(scores, docs, workspace),
                               order.subspan(row, own.order.size()), weight,
                               chosen(direction, docs, workspace), sums, workspace);
    });
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
