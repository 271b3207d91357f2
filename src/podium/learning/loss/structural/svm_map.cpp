#include "podium/learning/loss/structural/svm_map.hpp"

#include "podium/learning/loss/structural/average_precision_hinge.hpp"

namespace podium {

bool SvmMap::prepare(const TruthView& truth, std::span<const DocIndex> order,
                     std::span<double> /*target*/) const {
  return !order.empty() && truth.label[order.front()] >= options_.relevant &&
         truth.label[order.back()] < options_.relevant;
}

double SvmMap::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                 double weight, std::span<double> gradient,
                                 const CurvatureSink& curvature, Workspace& workspace) const {
  return with_absolute_gradient(gradient, curvature, workspace, [&](std::span<double> slope) {
    AveragePrecisionHinge hinge(query.order, query.truth.label, scores, workspace);
    const double value = hinge.add(options_.relevant, weight);
    hinge.finish(slope);
    return value;
  });
}

}  // namespace podium
