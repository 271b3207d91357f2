#pragma once

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"

namespace podium {

struct HingeOptions {
  PairScale pairs = PairScale::sum;

  static auto fields() {
    return std::array{
        field("pairs", &HingeOptions::pairs, pair_scale_names, pair_scale_help),
    };
  }
};

/// Ranking SVM with the plain hinge, over the pairs of different level:
///
///   l(s) = sum over (i, j) with level_i > level_j of max(0, 1 - (s_i - s_j))     [Joachims02]
///
/// Few pairs, as in a top-k truth, are looked at one by one; many are summed in O(n log n).
class HingeLoss final : public Loss {
 public:
  explicit HingeLoss(const HingeOptions& options = {}) : options_(options) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const override;

 private:
  HingeOptions options_;
};

}  // namespace podium
