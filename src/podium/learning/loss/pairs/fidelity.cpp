#include "podium/learning/loss/pairs/fidelity.hpp"

#include <cstddef>

#include "podium/learning/loss/pairs/given_pairs.hpp"
#include "podium/learning/loss/pairs/pair_rows.hpp"

namespace podium {

namespace {

/// fidelity_row, which also adds up what it returns.
struct FidelityRow {
  FidelitySums* sums;

  template <class Weight>
  PairRow operator()(double score, std::span<const double> others, const Weight& weight,
                     std::span<double> gradient) const {
    const PairRow row = fidelity_row(score, others, weight, gradient);
    *sums += {row.value, -row.slope};
    return row;
  }
};

FidelitySums sum_of_rows(const LossQuery& query, std::span<const double> scores, double factor,
                         std::span<double> gradient, Workspace& workspace) {
  FidelitySums sums;
  accumulate_pair_rows(query, scores, factor, gradient, workspace, FidelityRow{&sums});
  return sums;
}

/// Those of a query's documents that pass, or those that do not, by place.
struct PlacedDocuments {
  std::span<std::size_t> place;
  std::span<double> score;
  std::span<double> weight;
};

PlacedDocuments side_of(const LossQuery& query, const PlacedQuery& known,
                        std::span<const char> passes, bool wanted, Workspace& workspace) {
  const std::size_t n = query.order.size();
  PlacedDocuments side{workspace.take<std::size_t>(n), workspace.take<double>(n),
                       workspace.take<double>(n)};
  std::size_t count = 0;
  for (std::size_t place = 0; place < n; ++place) {
    if ((passes[query.order[place]] != 0) != wanted) continue;
    side.place[count] = place;
    side.score[count] = known.score[place];
    side.weight[count++] = known.weight.empty() ? 1.0 : known.weight[place];
  }
  return {side.place.first(count), side.score.first(count), side.weight.first(count)};
}

/// The pairs whose better document is of one side and whose worse one is of the other.
FidelitySums between(const PlacedDocuments& better, const PlacedDocuments& worse,
                     std::span<const double> first_worse, double step, double factor,
                     Workspace& workspace) {
  const auto weights = workspace.take<double>(worse.score.size());
  const auto gradient = workspace.zeros<double>(worse.score.size());
  FidelitySums sums;
  std::size_t first = 0;
  for (std::size_t i = 0; i < better.place.size(); ++i) {
    while (first < worse.place.size() &&
           static_cast<double>(worse.place[first]) < first_worse[better.place[i]]) {
      ++first;
    }
    const std::size_t count = worse.place.size() - first;
    if (count == 0) break;
    const double own = factor * better.weight[i];
    for (std::size_t j = first; j < worse.place.size(); ++j) weights[j] = own * worse.weight[j];
    const PairRow row =
        fidelity_row(better.score[i] + step, worse.score.subspan(first),
                     std::span<const double>(weights.subspan(first)), gradient.subspan(first));
    sums += {row.value, -row.slope};
  }
  return sums;
}

}  // namespace

double FidelityLoss::accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                      double factor, std::span<double> gradient,
                                      const CurvatureSink& /*curvature*/,
                                      Workspace& workspace) const {
  return sum_of_rows(query, scores, factor, gradient, workspace).loss;
}

FidelitySums accumulate_fidelity(const FidelityLoss& loss, const LossQuery& query,
                                 std::span<const double> scores, double weight,
                                 std::span<double> gradient, Workspace& workspace) {
  if (!query.pairs.empty()) {
    return sum_over_given_pairs(
        query, loss.scale(), weight, [&](const WeightedPair& pair, double factor, Workspace& own) {
          std::array<double, 2> slope = {};
          const FidelitySums sums = accumulate_fidelity(
              loss, two_documents(), values_of(pair, scores), factor, slope, own);
          add_to(pair, slope, gradient);
          return sums;
        });
  }
  const double factor = pair_factor(loss.scale(), query, query.target, weight);
  return sum_of_rows(query, scores, factor, gradient, workspace);
}

PartedFidelity parted_fidelity(const FidelityLoss& loss, const LossQuery& query,
                               std::span<const double> scores, std::span<const char> passes,
                               double step, double weight, Workspace& workspace) {
  if (!query.pairs.empty()) {
    return sum_over_given_pairs(
        query, loss.scale(), weight, [&](const WeightedPair& pair, double factor, Workspace& own) {
          return parted_fidelity(loss, two_documents(), values_of(pair, scores),
                                 values_of(pair, passes), step, factor, own);
        });
  }
  const PlacedQuery known = placed(query, scores, workspace);
  const double factor = pair_factor(loss.scale(), query, query.target, weight);
  const PlacedDocuments passed = side_of(query, known, passes, true, workspace);
  const PlacedDocuments held = side_of(query, known, passes, false, workspace);
  return {between(passed, held, query.target, step, factor, workspace),
          between(held, passed, query.target, -step, factor, workspace)};
}

}  // namespace podium
