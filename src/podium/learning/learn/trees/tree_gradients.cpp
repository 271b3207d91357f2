#include "podium/learning/learn/trees/tree_gradients.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

QueryWeighting weighting_of(const Dataset& data) {
  const auto add = [&](std::size_t q, ManySums<double>& sum, Workspace& /*workspace*/) {
    if (data[q].size() == 0) return;
    sum.values[0] += data[q].weight;
    sum.values[1] += 1.0;
  };
  const ManySums<double> sum = QueryBlocks(data).sum(ManySums<double>{{0.0, 0.0}}, add);
  return {.mean = false, .factor = sum.values[0] > 0.0 ? sum.values[1] / sum.values[0] : 1.0};
}

}  // namespace

TreeGradients::TreeGradients(const TrainingTask& task, const TreeLoss& loss,
                             const TreeOptions& options)
    : kind_(options.curvature),
      query_share_(options.query_share),
      seed_(task.seed),
      set_(task, loss.loss, weighting_of(task.train)),
      loss_(set_.by_all_labels(loss.loss)),
      gradient_(task.train.row_count()),
      curvature_(task.train.row_count()),
      scores_(task.train.row_count()) {}

double TreeGradients::compute(const TreeEnsemble& model, const TreeSums& sums) {
  for_each_chunk(scores_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      scores_[row] = sums.score(model, row);
      gradient_[row] = curvature_[row] = 0.0;
    }
  });
  const std::size_t trees = model.trees.size();
  return set_.sum(0.0, [&](std::size_t place, double& sum, Workspace& workspace) {
    const std::size_t q = set_.contributing()[place];
    const QueryView view = set_.data()[q];
    const auto part = [&](std::vector<double>& values) {
      return std::span(values).subspan(view.first_row, view.size());
    };
    const double value =
        loss_.accumulate_curved(set_.query(q, trees + 1), part(scores_), set_.weight(q),
                                part(gradient_), {part(curvature_), kind_}, workspace);
    check_finite(view, value, trees);
    sum += value;
  });
}

void TreeGradients::check_finite(const QueryView& view, double value, std::size_t trees) const {
  bool is_finite = std::isfinite(value);
  for (std::size_t row = view.first_row; row < view.first_row + view.size(); ++row) {
    is_finite = is_finite && std::isfinite(gradient_[row]) && std::isfinite(curvature_[row]);
  }
  if (is_finite) return;
  throw NumericError(
      fmt::format("query {}, round {}: the loss or its derivatives are not finite; a smaller "
                  "'max-step' or 'rate' may help",
                  in_quotes(view.id), trees));
}

void TreeGradients::drop_queries(const std::string& round) {
  if (query_share_ >= 1.0) return;
  const std::string purpose = "round " + round;
  set_.for_each_query([&](std::size_t q, Workspace& /*workspace*/) {
    const QueryView view = set_.data()[q];
    if (RandomStream(seed_, view.id, purpose).uniform() < query_share_) return;
    std::ranges::fill(std::span(gradient_).subspan(view.first_row, view.size()), 0.0);
    std::ranges::fill(std::span(curvature_).subspan(view.first_row, view.size()), 0.0);
  });
}

double TreeGradients::newton_step() const {
  const auto add = [&](std::size_t place, ManySums<double>& sum, Workspace& /*workspace*/) {
    const QueryView view = set_.data()[set_.contributing()[place]];
    for (std::size_t row = view.first_row; row < view.first_row + view.size(); ++row) {
      sum.values[0] += gradient_[row];
      sum.values[1] += curvature_[row];
    }
  };
  const ManySums<double> sum = set_.sum(ManySums<double>{{0.0, 0.0}}, add);
  return sum.values[1] > 0.0 ? -sum.values[0] / sum.values[1] : 0.0;
}

}  // namespace podium
