#include "podium/learning/loss/pairs/squared_hinge.hpp"

#include <algorithm>

#include "podium/core/base/chunks.hpp"
#include "podium/core/kernels/argsort.hpp"
#include "podium/learning/loss/pairs/given_pairs.hpp"
#include "podium/learning/loss/pairs/pair_rows.hpp"
#include "podium/learning/loss/pairs/pair_sweep.hpp"

namespace podium {

namespace {

/// With the gaps g_ij = 1 - (x_i - x_j) of the active pairs, a_i their sum over the worse j and b_j
/// over the better i:
///
///   dl/dx_d = 2 (b_d - a_d),   l = sum of g_ij (1 - x_i + x_j) = sum of a_d + x_d (b_d - a_d)
///
/// so the sums of squares that a plain expansion needs never appear.
double accumulate_squares_by_sweep(const LossQuery& query, std::span<const double> scores,
                                   double factor, std::span<double> gradient,
                                   const CurvatureSink& curvature, Workspace& workspace) {
  const double hessians = 2.0 * pair_curvature(curvature.kind);
  const SweptPairs swept = swept_pairs(query, scores, workspace);
  return sum_over_chunks(swept.x.size(), [&](std::size_t begin, std::size_t end) {
    double value = 0.0;
    for (std::size_t rank = begin; rank < end; ++rank) {
      const ActiveSums& worse = swept.worse[rank];
      const ActiveSums& better = swept.better[rank];
      const double x = swept.x[rank];
      const double own = factor * swept.weight[rank];
      const double a = own * (worse.count * (1.0 - x) + worse.carried);
      const double b = own * (better.count * (1.0 + x) - better.carried);
      value += a + x * (b - a);
      gradient[swept.by_score[rank]] += 2.0 * (b - a);
      if (curvature.is_wanted()) {
        curvature.values[swept.by_score[rank]] += hessians * own * (worse.count + better.count);
      }
    }
    return value;
  });
}

/// Twice the number of active pairs of each document, times the factor.
void add_curvature_by_rows(const LossQuery& query, std::span<const double> scores, double factor,
                           const CurvatureSink& curvature, Workspace& workspace) {
  const std::span<const double> score = gathered(query.order, scores, workspace);
  const std::span<double> by_place = workspace.zeros<double>(scores.size());
  const double hessian = 2.0 * pair_curvature(curvature.kind) * factor;
  for_each_pair_row(query.target, [&](std::size_t place, std::size_t begin, std::size_t end) {
    for (std::size_t other = begin; other < end; ++other) {
      const double active = score[place] - score[other] < 1.0 ? hessian : 0.0;
      by_place[other] += active;
      by_place[place] += active;
    }
  });
  add_scattered(query.order, by_place, curvature.values);
}

void add_product_by_rows(const LossQuery& query, std::span<const double> scores, double factor,
                         std::span<const double> direction, std::span<double> product,
                         Workspace& workspace) {
  const std::span<const double> score = gathered(query.order, scores, workspace);
  const std::span<const double> moved = gathered(query.order, direction, workspace);
  const std::span<double> by_place = workspace.zeros<double>(scores.size());
  for_each_pair_row(query.target, [&](std::size_t place, std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t other = begin; other < end; ++other) {
      const double curvature = score[place] - score[other] < 1.0 ? 2.0 * factor : 0.0;
      const double change = curvature * (moved[place] - moved[other]);
      sum += change;
      by_place[other] -= change;
    }
    by_place[place] += sum;
  });
  add_scattered(query.order, by_place, product);
}

}  // namespace

double SquaredHingeLoss::accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                          double factor, std::span<double> gradient,
                                          const CurvatureSink& curvature,
                                          Workspace& workspace) const {
  if (should_sweep(query))
    return accumulate_squares_by_sweep(query, scores, factor, gradient, curvature, workspace);
  if (curvature.is_wanted()) add_curvature_by_rows(query, scores, factor, curvature, workspace);
  return accumulate_pair_rows(query, scores, factor, gradient, workspace, squared_hinge_row);
}

void SquaredHingeLoss::linearise(const LossQuery& query, std::span<const double> scores,
                                 std::span<DocIndex> by_score, Workspace& workspace) const {
  if (query.pairs.empty() && should_sweep_product(query))
    argsort_descending(scores, by_score, workspace);
}

void SquaredHingeLoss::add_hessian_product(const LossQuery& query, std::span<const double> scores,
                                           std::span<const DocIndex> by_score, double weight,
                                           std::span<const double> direction,
                                           std::span<double> product, Workspace& workspace) const {
  if (!query.pairs.empty()) {
    add_given_hessian_product(*this, scale(), query, scores, weight, direction, product);
    return;
  }
  const double factor = factor_of(query, weight);
  if (!should_sweep_product(query)) {
    add_product_by_rows(query, scores, factor, direction, product, workspace);
    return;
  }
  const std::size_t n = scores.size();
  const RankedQuery known = ranked(query, scores, by_score, workspace);
  const std::span<const double> moved = gathered(by_score, direction, workspace);
  const auto worse = workspace.take<ActiveSums>(n);
  const auto better = workspace.take<ActiveSums>(n);
  sum_active_pairs(known, moved, worse, better, workspace);
  for_each_chunk(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      ActiveSums partners = worse[rank];
      partners += better[rank];
      product[by_score[rank]] +=
          2.0 * factor * known.weight[rank] * (partners.count * moved[rank] - partners.carried);
    }
  });
}

}  // namespace podium
