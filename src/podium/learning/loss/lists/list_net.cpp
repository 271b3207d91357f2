#include "podium/learning/loss/lists/list_net.hpp"

#include "podium/learning/loss/lists/cross_entropy.hpp"

namespace podium {

bool ListNet::prepare(const TruthView& truth, std::span<const DocIndex> /*order*/,
                      std::span<double> target) const {
  LabelMap{.value = options_.label_map,
           .power = options_.label_power,
           .scale = options_.label_scale,
           .rest = options_.rest,
           .full_order = FullOrderLabels::zero_to_ten}
      .write_targets(truth, target);
  if (truth.size() < 2) return false;
  to_softmax(target);
  return true;
}

double ListNet::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                  double weight, std::span<double> gradient,
                                  const CurvatureSink& curvature, Workspace& workspace) const {
  return add_cross_entropy(query.target, scores, weight, gradient,
                           workspace.take<double>(scores.size()), curvature);
}

}  // namespace podium
