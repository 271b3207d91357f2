#include "podium/learning/loss/lists/approx_ndcg.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "podium/core/kernels/exponential.hpp"
#include "podium/learning/loss/normalised_gain.hpp"

namespace podium {

namespace {

/// What a smooth rank is worth, and how that changes with the rank.
struct Worth {
  double value = 0.0;
  double slope = 0.0;
};

Worth worth_of(double rank, const ApproxNdcgOptions& options) {
  const double log_rank = std::log1p(rank);
  const double discount = std::numbers::ln2 / log_rank;
  const double slope = -discount / ((1.0 + rank) * log_rank);
  if (options.cutoff == 0) return {discount, slope};
  double within = options.beta * (static_cast<double>(options.cutoff) + 0.5 - rank);
  sigmoid({&within, 1}, {&within, 1});
  return {discount * within, slope * within - discount * options.beta * within * (1.0 - within)};
}

}  // namespace

bool ApproxNdcg::prepare(const TruthView& truth, std::span<const DocIndex> order,
                         std::span<double> target) const {
  if (order.empty() || truth.level[order.front()] == truth.level[order.back()]) return false;
  const NormalisedGain gain_of(options_.gain, truth, order, options_.cutoff);
  if (!gain_of.is_defined()) return false;
  for (std::size_t doc = 0; doc < target.size(); ++doc) target[doc] = gain_of(truth.label[doc]);
  return true;
}

double ApproxNdcg::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                     double weight, std::span<double> gradient,
                                     const CurvatureSink& curvature, Workspace& workspace) const {
  const std::size_t n = scores.size();
  const std::span<double> beaten_by = workspace.take<double>(n);
  double ndcg = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (query.target[i] == 0.0) continue;
    for (std::size_t j = 0; j < n; ++j) beaten_by[j] = options_.alpha * (scores[j] - scores[i]);
    sigmoid(beaten_by, beaten_by);
    beaten_by[i] = 0.0;
    double rank = 1.0;
    for (const double share : beaten_by) rank += share;
    const Worth worth = worth_of(rank, options_);
    ndcg += query.target[i] * worth.value;

    const double factor = -weight * query.target[i] * worth.slope * options_.alpha;
    double total = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      const double slope = factor * beaten_by[j] * (1.0 - beaten_by[j]);
      gradient[j] += slope;
      total += slope;
    }
    gradient[i] -= total;
    if (!curvature.is_wanted()) continue;
    double hessians = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      const double hessian =
          options_.alpha * std::abs(factor * beaten_by[j] * (1.0 - beaten_by[j]));
      curvature.values[j] += hessian;
      hessians += hessian;
    }
    curvature.values[i] += hessians;
  }
  return weight * (1.0 - ndcg);
}

}  // namespace podium
