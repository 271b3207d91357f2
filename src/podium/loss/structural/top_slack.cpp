#include "podium/loss/structural/top_slack.hpp"

#include "podium/loss/structural/slack_violation.hpp"

namespace podium {

bool TopSlack::prepare(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> target) const {
  return write_top_gains(top_settings(options_), truth, order, target);
}

double TopSlack::accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                            std::span<double> gradient, Workspace& workspace) const {
  const TopQuery known(top_settings(options_), query, scores, workspace);
  const TopOrder worst = options_.measure == TopMeasure::precision
                             ? largest_precision_violation(known, workspace)
                             : largest_violation(known, options_.search, workspace);
  const double value = known.violation(worst);
  if (value <= 0.0) return 0.0;
  known.add_difference(worst, weight * worst.loss, gradient, workspace);
  return weight * value;
}

}  // namespace podium
