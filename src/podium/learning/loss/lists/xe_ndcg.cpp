#include "podium/learning/loss/lists/xe_ndcg.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/random.hpp"
#include "podium/core/kernels/exponential.hpp"
#include "podium/learning/loss/lists/cross_entropy.hpp"

namespace podium {

bool XeNdcg::prepare(const TruthView& truth, std::span<const DocIndex> order,
                     std::span<double> target) const {
  if (order.empty() || truth.level[order.front()] == truth.level[order.back()]) return false;
  constexpr double largest_of_places = 4.0;
  // A list that is shorter than the places of a top-k truth begins at the same label.
  const double places = std::max(static_cast<double>(truth.strict), truth.label[order.front()]);
  const double scale = truth.is_graded() ? 1.0 : largest_of_places / places;
  for (std::size_t doc = 0; doc < target.size(); ++doc) {
    target[doc] = scale * std::max(0.0, truth.label[doc]);
  }
  return true;
}

double XeNdcg::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                 double weight, std::span<double> gradient,
                                 const CurvatureSink& curvature, Workspace& workspace) const {
  const std::span<double> p = workspace.take<double>(scores.size());
  // Powers relative to the largest: labels may be of any size.
  const double most = largest(query.target);
  const double one = std::exp2(-most);
  RandomStream random(query.draw, "", "xe-ndcg");
  double sum = 0.0;
  for (const DocIndex doc : query.order) {
    const double u = options_.draws ? random.uniform() : 0.5;
    p[doc] = std::exp2(query.target[doc] - most) - u * one;
    sum += p[doc];
  }
  for (double& share : p) share /= sum;
  return add_cross_entropy(p, scores, weight, gradient, workspace.take<double>(scores.size()),
                           curvature);
}

}  // namespace podium
