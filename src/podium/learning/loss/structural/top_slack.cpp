#include "podium/learning/loss/structural/top_slack.hpp"

#include "podium/learning/loss/structural/golden_search.hpp"
#include "podium/learning/loss/structural/slack_violation.hpp"

namespace podium {

bool TopSlack::prepare(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> target) const {
  return write_top_gains(options_.settings(), truth, order, target);
}

double TopSlack::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                   double weight, std::span<double> gradient,
                                   const CurvatureSink& curvature, Workspace& workspace) const {
  return with_absolute_gradient(gradient, curvature, workspace, [&](std::span<double> slope) {
    const TopQuery known(options_.settings(), query, scores, workspace);
    const TopOrder worst = options_.search == GoldenSearch::value
                               ? golden_violation(known, workspace)
                           : options_.measure == TopMeasure::precision
                               ? largest_precision_violation(known, workspace)
                               : largest_violation(known, options_.search, workspace);
    const double value = known.violation(worst);
    if (value <= 0.0) return 0.0;
    known.add_difference(worst, weight * worst.loss, slope, workspace);
    return weight * value;
  });
}

}  // namespace podium
