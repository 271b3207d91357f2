#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "podium/learning/loss/loss.hpp"

namespace podium {

/// What a function says of the scores of one query.
struct OwnLossValue {
  double value = 0.0;
  std::vector<double> gradient = {};                  ///< one number per document
  std::optional<std::vector<double>> curvature = {};  ///< one number per document, 0 or more
};

using OwnLossFunction =
    std::function<OwnLossValue(const LossQuery& query, std::span<const double> scores)>;

/// A loss that the user computes, outside the library. The function sees every query of positive
/// weight, one after another, and is told neither order nor targets. What it returns is checked:
/// throws UsageError for a wrong number of numbers or a curvature below 0, NumericError for one
/// that is not a number; both name the query. Infinite numbers are left to those who minimise: a
/// smaller step may be finite.
class OwnLoss final : public Loss {
 public:
  /// `weighs_documents`: the function looks at LossQuery::row_weight.
  explicit OwnLoss(OwnLossFunction function, bool weighs_documents = false);

  bool weighs_documents() const noexcept { return weighs_documents_; }

  bool is_sequential() const noexcept override { return true; }
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;

  /// Where the function gives no curvature: CurvatureSource::gradient.
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  OwnLossFunction function_;
  bool weighs_documents_;
};

}  // namespace podium
