#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "podium/core/measure/profile.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

struct ApproxNdcgOptions {
  static constexpr std::array<std::string_view, 2> gain_names = {"exponential", "linear"};

  double alpha = 10.0;
  std::size_t cutoff = 0;
  double beta = 10.0;
  Gain gain = Gain::exponential;

  static auto fields() {
    using Self = ApproxNdcgOptions;
    return std::array{
        field("alpha", &Self::alpha, 1e-6, 1e6, "steepness of the smooth ranks"),
        field("cutoff", &Self::cutoff, std::size_t{0}, std::size_t{1'000'000'000},
              "number of top places that count; 0: all"),
        field("beta", &Self::beta, 1e-6, 1e6, "steepness of the smooth cutoff"),
        field("gain", &Self::gain, gain_names, "gain of a label y: 2^y - 1, or y"),
    };
  }
};

/// ApproxNDCG: one minus NDCG with ranks made smooth by the logistic function. [Qin10a]
///
///   r_i  = 1 + sum over documents j != i of  sigmoid(alpha * (s_j - s_i))
///   l(s) = 1 - (1 / N) * sum over documents i of  gain(label_i) * c(r_i) / log2(1 + r_i)
///   c(r) = sigmoid(beta * (K + 1/2 - r)) for a cutoff K, 1 without
///
/// N is the DCG@K of the ideal list; gain and N are those of the measure ndcg@K. The larger alpha
/// and beta, the closer to the measure, and the flatter almost everywhere. The half in c keeps
/// place K itself within the cutoff. Not convex. O(n) for each document that gains.
/// Its curvature is alpha times the absolute gradients of the terms of r, summed for each document.
class ApproxNdcg final : public Loss {
 public:
  explicit ApproxNdcg(const ApproxNdcgOptions& options = {}) : options_(options) {}

  /// target = gain / N. A query whose documents are all tied, or gain nothing, cannot contribute.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  ApproxNdcgOptions options_;
};

}  // namespace podium
