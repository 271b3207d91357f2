#include "podium/learning/loss/structural/focused_svm.hpp"

#include <cstddef>

#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/structural/average_precision_hinge.hpp"
#include "podium/learning/loss/structural/count_top.hpp"

namespace podium {

namespace {

/// The least relevant label of each cut, descending.
std::span<const double> cuts_of(std::span<const double> descending_labels,
                                FocusedSvmOptions::List list, Workspace& workspace) {
  const std::size_t size = descending_labels.size();
  const std::span<double> cuts = workspace.take<double>(size);
  std::size_t count = 0;
  for (std::size_t place = 1; place < size; ++place) {
    if (descending_labels[place] < descending_labels[place - 1]) {
      cuts[count++] = descending_labels[place - 1];
    }
  }
  if (list == FocusedSvmOptions::List::thresholds || count == 0) return cuts.first(count);
  const double middle = descending_labels[(size - 1) / 2];
  std::size_t last = 0;
  while (last + 1 < count && cuts[last + 1] >= middle) ++last;
  return cuts.subspan(last, 1);
}

double add_list(const LossQuery& query, std::span<const DocIndex> top, FocusedSvmOptions::List list,
                std::span<const double> scores, double weight, std::span<double> gradient,
                Workspace& workspace) {
  const auto labels = gathered(top, query.truth.label, workspace);
  const std::span<const double> cuts = cuts_of(labels, list, workspace);
  AveragePrecisionHinge hinge(top, query.truth.label, scores, workspace);
  double value = 0.0;
  for (const double cut : cuts) value += hinge.add(cut, weight / static_cast<double>(cuts.size()));
  hinge.finish(gradient);
  return value;
}

double add_pairs(const LossQuery& query, std::span<const DocIndex> top, PairScale scale,
                 std::span<const double> scores, double weight, std::span<double> gradient,
                 Workspace& workspace) {
  const std::span<Level> level = workspace.zeros<Level>(scores.size());
  for (const DocIndex doc : top) level[doc] = 1;
  const LossQuery two_levels{.truth = {.level = level, .label = query.truth.label},
                             .order = query.order,
                             .target = query.target,
                             .row_weight = {}};
  return HingeLoss({.pairs = scale}).accumulate(two_levels, scores, weight, gradient, workspace);
}

}  // namespace

bool FocusedSvm::prepare(const TruthView& truth, std::span<const DocIndex> order,
                         std::span<double> target) const {
  const std::size_t count = count_top(truth);
  for (std::size_t place = 0; place < order.size(); ++place) {
    target[place] = static_cast<double>(place < count ? count : order.size());
  }
  if (count == 0) return false;
  const bool has_cut = truth.label[order.front()] > truth.label[order[count - 1]];
  return (options_.lambda > 0.0 && has_cut) || (options_.lambda < 1.0 && count < order.size());
}

double FocusedSvm::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                     double weight, std::span<double> gradient,
                                     const CurvatureSink& curvature, Workspace& workspace) const {
  const auto top = query.order.first(static_cast<std::size_t>(query.target.front()));
  const PairScale scale =
      options_.normalise == FocusedSvmOptions::Normalise::mean ? PairScale::mean : PairScale::sum;
  const double of_list = weight * options_.lambda;
  const double of_pairs = weight * (1.0 - options_.lambda);
  return with_absolute_gradient(gradient, curvature, workspace, [&](std::span<double> slope) {
    double value = 0.0;
    if (options_.lambda > 0.0) {
      value += add_list(query, top, options_.list, scores, of_list, slope, workspace);
    }
    if (options_.lambda < 1.0 && top.size() < scores.size()) {
      value += add_pairs(query, top, scale, scores, of_pairs, slope, workspace);
    }
    return value;
  });
}

}  // namespace podium
