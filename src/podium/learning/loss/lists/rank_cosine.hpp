#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/label_map.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

struct RankCosineOptions {
  LabelValue label_map = LabelValue::linear;
  double label_power = 1.0;
  double rest = 0.1;

  static auto fields() {
    using Self = RankCosineOptions;
    return joined_fields(
        label_map_fields<Self>(),
        std::array{field("rest", &Self::rest, 0.0, 0.999, "target of documents below the top k")});
  }
};

/// RankCosine: half of one minus the cosine of scores and targets. [Qin08, Xia09]
///
///   l(s) = (1 - cos(psi, s)) / 2,     cos(a, b) = a.b / (|a| |b|)
///
/// psi are the targets of the label map: `rest` below a top-k truth's k, n, n-1, ..., 1 for a full
/// order. No factor of the scores changes it, so penalties on their size have no counterweight.
/// The second derivative may be negative along a score. In the plane of s and psi its eigenvalues
/// are (c +- sqrt(4 - 3 c^2)) / (4 |s|^2), c = cos(psi, s), at most 1 / (sqrt(3) |s|^2), which is
/// the curvature of every document.
/// Undefined at s = 0: there, and for scores below 1e-300, l = 1/2 with gradient 0.
class RankCosine final : public Loss {
 public:
  explicit RankCosine(const RankCosineOptions& options = {}) : options_(options) {}

  /// target = psi / |psi|. A query whose labels are all 0 has no direction and cannot contribute.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  RankCosineOptions options_;
};

}  // namespace podium
