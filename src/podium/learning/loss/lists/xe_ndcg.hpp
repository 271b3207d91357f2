#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/loss.hpp"

namespace podium {

struct XeNdcgOptions {
  bool draws = true;

  static auto fields() {
    return std::array{field("draws", &XeNdcgOptions::draws,
                            "subtract random numbers from the gains, or 1/2 from each")};
  }
};

/// XE-NDCG: cross entropy of the softmax of scores and a distribution made of gains, which bounds
/// NDCG. [Bruch21]
///
///   l(s) = - sum over documents d of  p_d * log softmax(s)_d,
///   p_d  = (2^y_d - u_d) / (sum over documents e of 2^y_e - u_e)
///
/// The numbers u_d are uniform in [0, 1), drawn by LossQuery::draw for each place of the order:
/// anew in every round of boosting, once for the other learners. y is the label, 0 if it is below
/// 0; of a top-k truth or a full order 4 times the label over its number of places, so that powers
/// of two do not leave only the first place. O(n).
class XeNdcg final : public Loss {
 public:
  explicit XeNdcg(const XeNdcgOptions& options = {}) : options_(options) {}

  /// target = y. A query whose documents are all tied cannot contribute.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  XeNdcgOptions options_;
};

}  // namespace podium
