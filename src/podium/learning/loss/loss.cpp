#include "podium/learning/loss/loss.hpp"

#include "podium/core/base/error.hpp"

namespace podium {

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
