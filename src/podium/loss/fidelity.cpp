#include "podium/loss/fidelity.hpp"

#include <cmath>

#include "podium/loss/pair_rows.hpp"

namespace podium {

namespace {

/// phi(m) = 1 - sqrt(P) and its slope; 1 - sqrt(P) = (1 - P) / (1 + sqrt(P)) keeps the digits of
/// small losses.
PairRow fidelity(double margin) {
  const double e = std::exp(-std::abs(margin));
  const double miss = (margin > 0.0 ? e : 1.0) / (1.0 + e);
  const double root = std::sqrt((margin > 0.0 ? 1.0 : e) / (1.0 + e));
  return {miss / (1.0 + root), -0.5 * root * miss};
}

struct FidelityRow {
  PairRow operator()(double score, std::span<const double> others, double weight,
                     std::span<double> pull) const {
    return fidelity_row(score, others, weight, pull);
  }
  PairRow operator()(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> pull) const {
    PairRow sums;
    for (std::size_t j = 0; j < others.size(); ++j) {
      const PairRow pair = fidelity(score - others[j]);
      sums.value += weights[j] * pair.value;
      sums.slope += weights[j] * pair.slope;
      pull[j] -= weights[j] * pair.slope;
    }
    return sums;
  }
};

}  // namespace

bool FidelityLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                           std::span<double> target) const {
  return write_first_worse(truth, order, target);
}

double FidelityLoss::accumulate(const LossQuery& query, std::span<const double> scores,
                                double weight, std::span<double> gradient,
                                Workspace& workspace) const {
  const double factor = pair_factor(pairs, query, query.target, weight);
  return accumulate_pair_rows(query, scores, factor, gradient, workspace, FidelityRow{});
}

}  // namespace podium
