#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/loss.hpp"

namespace podium {

struct SvmMapOptions {
  double relevant = 1.0;

  static auto fields() {
    return std::array{
        field("relevant", &SvmMapOptions::relevant, 0.0, 1e6, "smallest relevant label"),
    };
  }
};

/// SVM-MAP: a structural SVM whose margin between the right order and any other is what the other
/// loses in average precision. [Yue07]
///
///   l(s) = max over rankings y of  1 - AP(y) + w.Psi(y) - w.Psi(y*)
///   w.Psi(y) = (1 / RN) * sum over relevant i, other j of  y_ij (s_i - s_j)
///
/// with y_ij = +1 where y has i above j and -1 elsewhere; y* has all relevant documents first. It
/// bounds 1 - AP of the ranking by scores from above. Relevant are labels of at least `relevant`;
/// further differences of labels do not count, nor does a query of one class. O(n log n).
class SvmMap final : public Loss {
 public:
  explicit SvmMap(const SvmMapOptions& options = {}) : options_(options) {}

  /// Leaves `target` alone: labels say all.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  SvmMapOptions options_;
};

}  // namespace podium
