#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/label_map.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

struct ListNetOptions {
  LabelValue label_map = LabelValue::linear;
  double label_power = 1.0;
  double label_scale = 1.0;
  double rest = 0.0;

  static auto fields() {
    using Self = ListNetOptions;
    return joined_fields(
        label_map_fields<Self>(), label_scale_field<Self>(),
        std::array{field("rest", &Self::rest, 0.0, 1e6, "target of documents below the top k")});
  }
};

/// ListNet with top-one probabilities: cross entropy of two softmax distributions. [Cao07]
///
///   l(s) = - sum over documents d of  softmax(psi)_d * log softmax(s)_d
///
/// psi are the targets of the label map. A top-k truth gives `rest` to all documents below its k,
/// which makes the loss top-k subgroup order sensitive [Xia09]; a full order is scaled to [0, 10].
class ListNet final : public Loss {
 public:
  explicit ListNet(const ListNetOptions& options = {}) : options_(options) {}

  /// target = softmax(psi): uniform when all labels are equal. Two documents contribute.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  ListNetOptions options_;
};

}  // namespace podium
