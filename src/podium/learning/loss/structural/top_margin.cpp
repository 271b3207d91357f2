#include "podium/learning/loss/structural/top_margin.hpp"

namespace podium {

bool TopMargin::prepare(const TruthView& truth, std::span<const DocIndex> order,
                        std::span<double> target) const {
  return write_top_gains(options_, truth, order, target);
}

double TopMargin::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                    double weight, std::span<double> gradient,
                                    const CurvatureSink& curvature, Workspace& workspace) const {
  return with_absolute_gradient(gradient, curvature, workspace, [&](std::span<double> slope) {
    const TopQuery known(options_, query, scores, workspace);
    const TopOrder worst = known.best_order(1.0, workspace);
    known.add_difference(worst, weight, slope, workspace);
    return weight * (worst.loss + worst.score - known.ideal_score());
  });
}

}  // namespace podium
