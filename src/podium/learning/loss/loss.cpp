#include "podium/learning/loss/loss.hpp"

#include <cmath>

#include "podium/core/base/error.hpp"

namespace podium {

double Loss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                               double weight, std::span<double> gradient,
                               const CurvatureSink& curvature, Workspace& workspace) const {
  const std::span<double> derivative = workspace.zeros<double>(scores.size());
  const double value = accumulate(query, scores, weight, derivative, workspace);
  for (std::size_t doc = 0; doc < derivative.size(); ++doc) {
    gradient[doc] += derivative[doc];
    if (curvature.is_wanted()) curvature.values[doc] += std::abs(derivative[doc]);
  }
  return value;
}

void Loss::linearise(const LossQuery& /*query*/, std::span<const double> /*scores*/,
                     std::span<DocIndex> /*order*/, Workspace& /*workspace*/) const {
  expects(false, "a loss with second derivatives");
}

void Loss::add_hessian_product(const LossQuery& /*query*/, std::span<const double> /*scores*/,
                               std::span<const DocIndex> /*order*/, double /*weight*/,
                               std::span<const double> /*direction*/, std::span<double> /*product*/,
                               Workspace& /*workspace*/) const {
  expects(false, "a loss with second derivatives");
}

}  // namespace podium
