#include "podium/learning/loss/pairs/given_pairs.hpp"

namespace podium {

namespace {

constexpr std::array<Level, 2> two_levels = {1, 0};
constexpr std::array<double, 2> two_labels = {1.0, 0.0};
constexpr std::array<DocIndex, 2> two_order = {0, 1};
constexpr std::array<double, 2> two_first_worse = {1.0, 2.0};  // as write_first_worse() has it
constexpr std::array<DocIndex, 2> no_order = {};               // of linearise(), which sorts no two

}  // namespace

LossQuery two_documents() {
  return {.truth = {two_levels, two_labels},
          .order = two_order,
          .target = two_first_worse,
          .row_weight = {}};
}

double weight_of(const LossQuery& query, const WeightedPair& pair) {
  if (query.row_weight.empty()) return pair.weight;
  return pair.weight * double{query.row_weight[pair.better]} * double{query.row_weight[pair.worse]};
}

double given_pair_factor(PairScale scale, const LossQuery& query, double weight) {
  if (scale == PairScale::sum) return weight;
  double all = 0.0;
  for (const WeightedPair& pair : query.pairs) all += weight_of(query, pair);
  return all > 0.0 ? weight / all : 0.0;
}

double accumulate_given_pairs(const Loss& loss, PairScale scale, const LossQuery& query,
                              std::span<const double> scores, double weight,
                              std::span<double> gradient, const CurvatureSink& curvature) {
  const LossQuery two = two_documents();
  return sum_over_given_pairs(
      query, scale, weight, [&](const WeightedPair& pair, double factor, Workspace& workspace) {
        std::array<double, 2> slope = {};
        std::array<double, 2> hessian = {};
        const CurvatureSink own{curvature.is_wanted() ? hessian : std::span<double>(),
                                curvature.kind};
        const double value =
            loss.accumulate_curved(two, values_of(pair, scores), factor, slope, own, workspace);
        add_to(pair, slope, gradient);
        if (curvature.is_wanted()) add_to(pair, hessian, curvature.values);
        return value;
      });
}

void add_given_hessian_product(const Loss& loss, PairScale scale, const LossQuery& query,
                               std::span<const double> scores, double weight,
                               std::span<const double> direction, std::span<double> product) {
  const LossQuery two = two_documents();
  sum_over_given_pairs(query, scale, weight,
                       [&](const WeightedPair& pair, double factor, Workspace& workspace) {
                         std::array<double, 2> change = {};
                         loss.add_hessian_product(two, values_of(pair, scores), no_order, factor,
                                                  values_of(pair, direction), change, workspace);
                         add_to(pair, change, product);
                         return 0;
                       });
}

}  // namespace podium
