#include "podium/learning/loss/structural/svm_map.hpp"

#include "podium/learning/loss/structural/average_precision_hinge.hpp"

namespace podium {

bool SvmMap::prepare(const TruthView& truth, std::span<const DocIndex> order,
                     std::span<double> /*target*/) const {
  return !order.empty() && truth.label[order.front()] >= options_.relevant &&
         truth.label[order.back()] < options_.relevant;
}

double SvmMap::accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                          std::span<double> gradient, Workspace& workspace) const {
  AveragePrecisionHinge hinge(query.order, query.truth.label, scores, workspace);
  const double value = hinge.add(options_.relevant, weight);
  hinge.finish(gradient);
  return value;
}

}  // namespace podium
