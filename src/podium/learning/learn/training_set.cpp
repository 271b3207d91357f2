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
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

/// The sum of a loss by both labels. It is asked with the query of the first one and its weight, 0
/// for a query that contributes by the second one only; `number` of the query leads to that one.
class BothLabels final : public Loss {
 public:
  /// `query` is of each query its number in `second`, or how many that has if it is in none; `doc`
  /// of each row of `second` its place in the query of the first label.
  BothLabels(const Loss& loss, std::shared_ptr<const TrainingSet> second,
             std::vector<std::size_t> query, std::vector<DocIndex> doc)
      : loss_(loss), second_(std::move(second)), query_(std::move(query)), doc_(std::move(doc)) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override {
    return loss_.prepare(truth, order, target);
  }

  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override {
    double value = 0.0;
    if (weight > 0.0) {
      value += loss_.accumulate_curved(query, scores, weight, gradient, curvature, workspace);
    }
    const Second own = second_of(query);
    const std::size_t n = own.doc.size();
    if (n == 0) return value;
    const auto slope = workspace.zeros<double>(n);
    const auto curved = workspace.zeros<double>(curvature.is_wanted() ? n : 0);
    value += loss_.accumulate_curved(own.query, gathered(own.doc, scores, workspace), own.weight,
                                     slope, {curved, curvature.kind}, workspace);
    add_scattered(own.doc, slope, gradient);
    if (curvature.is_wanted()) add_scattered(own.doc, curved, curvature.values);
    return value;
  }

  bool is_sequential() const noexcept override { return loss_.is_sequential(); }
  bool is_curved() const noexcept override { return loss_.is_curved(); }

  /// `order` has that of the first label, and behind it that of the second.
  void linearise(const LossQuery& query, std::span<const double> scores, std::span<DocIndex> order,
                 Workspace& workspace) const override {
    loss_.linearise(query, scores, order.first(scores.size()), workspace);
    const Second own = second_of(query);
    if (own.doc.empty()) return;
    loss_.linearise(own.query, gathered(own.doc, scores, workspace),
                    order.subspan(scores.size(), own.doc.size()), workspace);
  }

  void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                           std::span<const DocIndex> order, double weight,
                           std::span<const double> direction, std::span<double> product,
                           Workspace& workspace) const override {
    if (weight > 0.0) {
      loss_.add_hessian_product(query, scores, order.first(scores.size()), weight, direction,
                                product, workspace);
    }
    const Second own = second_of(query);
    if (own.doc.empty()) return;
    const std::span<double> sums = workspace.zeros<double>(own.doc.size());
    loss_.add_hessian_product(own.query, gathered(own.doc, scores, workspace),
                              order.subspan(scores.size(), own.doc.size()), own.weight,
                              gathered(own.doc, direction, workspace), sums, workspace);
    add_scattered(own.doc, sums, product);
  }

 private:
  /// A query by its second label; no documents: it does not contribute by that.
  struct Second {
    LossQuery query = {};
    double weight = 0.0;
    std::span<const DocIndex> doc = {};  ///< the places of its documents in the whole query
  };

  Second second_of(const LossQuery& first) const {
    const std::size_t q = query_[first.number];
    if (q == second_->query_count() || !(second_->weight(q) > 0.0)) return {};
    Second own{second_->query(q), second_->weight(q)};
    own.query.draw = first.draw;
    own.doc = std::span(doc_).subspan(second_->data()[q].first_row, own.query.order.size());
    return own;
  }

  const Loss& loss_;
  std::shared_ptr<const TrainingSet> second_;
  std::vector<std::size_t> query_;
  std::vector<DocIndex> doc_;
};

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
  std::shared_ptr<TrainingSet> second;
  try {
    second = std::make_shared<TrainingSet>(task.second->data, loss, weighting, seed_);
  } catch (const NumericError& error) {
    throw NumericError(fmt::format("second label: {}", error.what()));
  }
  const double ratio = value_at_equal_scores(loss) / second->value_at_equal_scores(loss);
  if (!(ratio > 0.0) || !std::isfinite(ratio)) {
    throw NumericError(fmt::format(
        "found losses of two labels with the ratio {} at equal scores, expected a positive number "
        "to divide by; take another loss",
        ratio));
  }
  for (double& weight : weight_) weight *= 1.0 - task.second->lambda;
  for (double& weight : second->weight_) weight *= task.second->lambda * ratio;
  contributing_.clear();
  const bool is_whole = second->query_count() == query_count();
  std::vector<std::size_t> second_query;
  std::vector<DocIndex> second_doc;
  for (std::size_t q = 0, next = 0; q < query_count(); ++q) {
    const QueryView view = data_[q];
    const std::size_t before = second_doc.size();
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (is_judged(data_.columns().second_label[view.first_row + doc])) second_doc.push_back(doc);
    }
    const bool has_second = is_whole || second_doc.size() > before;
    second_query.push_back(has_second ? next++ : second->query_count());
    if (weight_[q] > 0.0 || (has_second && second->weight_[next - 1] > 0.0)) {
      contributing_.push_back(q);
    }
  }
  blocks_ = QueryBlocks(data_).among(contributing_);
  both_ = std::make_shared<BothLabels>(loss, std::move(second), std::move(second_query),
                                       std::move(second_doc));
}

double TrainingSet::value_at_equal_scores(const Loss& loss) const {
  return sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const std::span<double> zeros = workspace.zeros<double>(data_[q].size());
    return loss.accumulate(query(q), zeros, weight_[q], workspace.zeros<double>(zeros.size()),
                           workspace);
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
      view.id,
      query};
}

}  // namespace podium
