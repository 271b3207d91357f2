#include "podium/learning/loss/pairs/hinge.hpp"

#include "podium/core/base/chunks.hpp"
#include "podium/learning/loss/pairs/pair_rows.hpp"
#include "podium/learning/loss/pairs/pair_sweep.hpp"

namespace podium {

namespace {

double accumulate_by_sweep(const LossQuery& query, std::span<const double> scores, double factor,
                           std::span<double> gradient, Workspace& workspace) {
  const SweptPairs swept = swept_pairs(query, scores, workspace);
  return sum_over_chunks(swept.x.size(), [&](std::size_t begin, std::size_t end) {
    double value = 0.0;
    for (std::size_t rank = begin; rank < end; ++rank) {
      const ActiveSums& worse = swept.worse[rank];
      const double own = factor * swept.weight[rank];
      value += own * (worse.count * (1.0 - swept.x[rank]) + worse.carried);
      gradient[swept.by_score[rank]] += own * (swept.better[rank].count - worse.count);
    }
    return value;
  });
}

}  // namespace

double HingeLoss::accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                   double factor, std::span<double> gradient,
                                   const CurvatureSink& /*curvature*/, Workspace& workspace) const {
  if (should_sweep(query)) return accumulate_by_sweep(query, scores, factor, gradient, workspace);
  return accumulate_pair_rows(query, scores, factor, gradient, workspace, hinge_row);
}

}  // namespace podium
