#include "podium/learning/loss/pairs/pair_loss.hpp"

#include "podium/learning/loss/pairs/given_pairs.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

bool PairLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> target) const {
  return write_first_worse(truth, order, target);
}

double PairLoss::factor_of(const LossQuery& query, double weight) const {
  return pair_factor(scale_, query, query.target, weight);
}

double PairLoss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                   double weight, std::span<double> gradient,
                                   const CurvatureSink& curvature, Workspace& workspace) const {
  const auto add = [&](std::span<double> slope, const CurvatureSink& sink) {
    if (!query.pairs.empty()) {
      return accumulate_given_pairs(*this, scale_, query, scores, weight, slope, sink);
    }
    return accumulate_pairs(query, scores, factor_of(query, weight), slope, sink, workspace);
  };
  if (source_ != CurvatureSource::gradient) return add(gradient, curvature);
  return with_absolute_gradient(gradient, curvature, workspace,
                                [&](std::span<double> slope) { return add(slope, {}); });
}

}  // namespace podium
