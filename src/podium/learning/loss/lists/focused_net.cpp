#include "podium/learning/loss/lists/focused_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/learning/loss/lists/cross_entropy.hpp"
#include "podium/learning/loss/lists/permutation_entropy.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/structural/count_top.hpp"

namespace podium {

namespace {

constexpr double marks_rest = -1.0;

bool is_top(double target) {
  return target >= 0.0;
}

/// The number of first places of the list part; the last document has no choice.
std::size_t places_of(const FocusedNetOptions& options, std::size_t top_count) {
  const std::size_t most = top_count - 1;
  return options.places == 0 ? most : std::min(options.places, most);
}

/// The divisor of the list part.
double list_size(const FocusedNetOptions& options, std::size_t top_count) {
  using Normalise = FocusedNetOptions::Normalise;
  if (options.normalise == Normalise::none) return 1.0;
  double size = 0.0;
  for (std::size_t place = 0; place < places_of(options, top_count); ++place) {
    const auto left = static_cast<double>(top_count - place);
    size += options.normalise == Normalise::at_zero ? std::log(left) : left;
  }
  return size;
}

/// The weights of the two parts, 0 for a part that is left out.
struct Shares {
  double list = 0.0;
  double pair = 0.0;
};

Shares shares(const FocusedNetOptions& options, std::size_t top_count, std::size_t rest_count) {
  using Normalise = FocusedNetOptions::Normalise;
  const auto top = static_cast<double>(top_count);
  const auto pairs = top * static_cast<double>(rest_count);
  Shares share;
  if (top_count > 1) {
    share.list = options.lambda / list_size(options, top_count);
  }
  if (pairs > 0.0) {
    share.pair = 1.0 - options.lambda;
    if (options.normalise == Normalise::at_zero) share.pair /= pairs * std::numbers::ln2;
    if (options.normalise == Normalise::mean) share.pair /= pairs;
  }
  return share;
}

/// What belongs to one side of the query, gathered in input order.
struct Side {
  explicit Side(std::size_t count, Workspace& workspace)
      : docs(workspace.take<DocIndex>(count)),
        scores(workspace.take<double>(count)),
        gradient(workspace.zeros<double>(count)),
        curvature(workspace.zeros<double>(count)) {}

  std::span<DocIndex> docs;
  std::span<double> scores;
  std::span<double> gradient;
  std::span<double> curvature;
};

Side side_of(bool of_top, std::size_t count, std::span<const double> target,
             std::span<const double> scores, Workspace& workspace) {
  Side side(count, workspace);
  std::size_t next = 0;
  for (DocIndex doc = 0; doc < scores.size(); ++doc) {
    if (is_top(target[doc]) != of_top) continue;
    side.docs[next] = doc;
    side.scores[next++] = scores[doc];
  }
  return side;
}

}  // namespace

bool FocusedNet::prepare(const TruthView& truth, std::span<const DocIndex> order,
                         std::span<double> target) const {
  const LabelMap map{.scale = options_.label_scale, .full_order = FullOrderLabels::zero_to_ten};
  map.write_targets(truth, target);
  const std::size_t top_count = count_top(truth);
  std::vector<double> top;
  for (const DocIndex doc : order.first(top_count)) top.push_back(target[doc]);
  if (options_.places == 1) {
    to_softmax(top);
  } else if (top_count > longest_permuted_list) {
    throw UsageError(fmt::format(
        "option places: found {}, which allows {} top documents, but a query has {}; expected 1",
        options_.places, longest_permuted_list, top_count));
  }
  std::ranges::fill(target, marks_rest);
  for (std::size_t place = 0; place < top_count; ++place) target[order[place]] = top[place];
  const Shares share = shares(options_, top_count, order.size() - top_count);
  return share.list > 0.0 || share.pair > 0.0;
}

double FocusedNet::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                     double weight, std::span<double> gradient,
                                     const CurvatureSink& curvature, Workspace& workspace) const {
  const auto top_count = static_cast<std::size_t>(std::ranges::count_if(query.target, is_top));
  const std::size_t rest_count = scores.size() - top_count;
  const Side top = side_of(true, top_count, query.target, scores, workspace);
  const Side rest = side_of(false, rest_count, query.target, scores, workspace);
  const Shares share = shares(options_, top_count, rest_count);
  double value = 0.0;
  if (share.list > 0.0) {
    const std::span<double> p = workspace.take<double>(top_count);
    for (std::size_t i = 0; i < top_count; ++i) p[i] = query.target[top.docs[i]];
    const CurvatureSink of_top{curvature.is_wanted() ? top.curvature : std::span<double>(),
                               curvature.kind};
    const double list_weight = weight * share.list;
    value += options_.places == 1
                 ? add_cross_entropy(p, top.scores, list_weight, top.gradient,
                                     workspace.take<double>(top_count), of_top)
                 : add_permutation_entropy(p, top.scores, places_of(options_, top_count),
                                           list_weight, top.gradient, workspace, of_top);
  }
  if (share.pair > 0.0) {
    const double hessians = pair_curvature(curvature.kind);
    for (std::size_t i = 0; i < top_count; ++i) {
      const CurvedPairRow row = logistic_row_if(curvature.is_wanted(), top.scores[i], rest.scores,
                                                weight * share.pair, rest.gradient, rest.curvature);
      value += row.value;
      top.gradient[i] += row.slope;
      top.curvature[i] += hessians * row.hessian;
    }
    for (double& hessian : rest.curvature) hessian *= hessians;
  }
  if (curvature.is_wanted()) {
    add_scattered(top.docs, top.curvature, curvature.values);
    add_scattered(rest.docs, rest.curvature, curvature.values);
  }
  add_scattered(top.docs, top.gradient, gradient);
  add_scattered(rest.docs, rest.gradient, gradient);
  return value;
}

}  // namespace podium
