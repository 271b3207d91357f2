#include "podium/learning/loss/lists/squared_error.hpp"

namespace podium {

namespace {

double row_weight(const LossQuery& query, std::size_t doc) {
  return query.row_weight.empty() ? 1.0 : static_cast<double>(query.row_weight[doc]);
}

}  // namespace

bool SquaredError::prepare(const TruthView& truth, std::span<const DocIndex> /*order*/,
                           std::span<double> target) const {
  const LabelMap map{
      .value = options_.label_map, .power = options_.label_power, .scale = options_.label_scale};
  map.write_targets(truth, target);
  return truth.size() > 0;
}

double SquaredError::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                       double weight, std::span<double> gradient,
                                       const CurvatureSink& curvature,
                                       Workspace& /*workspace*/) const {
  const double share = share_of(weight, scores.size());
  double value = 0.0;
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    const double error = scores[doc] - query.target[doc];
    const double weighted = row_weight(query, doc) * error;
    value += weighted * error;
    gradient[doc] += 2.0 * share * weighted;
    if (curvature.is_wanted()) curvature.values[doc] += 2.0 * share * row_weight(query, doc);
  }
  return share * value;
}

void SquaredError::linearise(const LossQuery& /*query*/, std::span<const double> /*scores*/,
                             std::span<DocIndex> /*order*/, Workspace& /*workspace*/) const {}

void SquaredError::add_hessian_product(const LossQuery& query, std::span<const double> /*scores*/,
                                       std::span<const DocIndex> /*order*/, double weight,
                                       std::span<const double> direction, std::span<double> product,
                                       Workspace& /*workspace*/) const {
  const double share = share_of(weight, direction.size());
  for (std::size_t doc = 0; doc < direction.size(); ++doc) {
    product[doc] += 2.0 * share * row_weight(query, doc) * direction[doc];
  }
}

}  // namespace podium
