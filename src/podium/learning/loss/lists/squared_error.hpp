#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/label_map.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

struct SquaredErrorOptions {
  enum class Documents { sum, mean };
  static constexpr std::array<std::string_view, 2> documents_names = {"sum", "mean"};

  LabelValue label_map = LabelValue::linear;
  double label_power = 1.0;
  double label_scale = 1.0;
  Documents documents = Documents::sum;

  static auto fields() {
    using Self = SquaredErrorOptions;
    return joined_fields(label_map_fields<Self>(), label_scale_field<Self>(),
                         std::array{field("documents", &Self::documents, documents_names,
                                          "sum or mean over the documents of a query")});
  }
};

/// Squared distance of scores and targets: regression on labels. [Cossock06]
///
///   l(s) = sum over documents d of  weight_d * (s_d - psi(label_d))^2
///
/// weight_d is the document's row weight. With documents = mean the sum is divided by the number of
/// documents, so that long queries do not outweigh short ones. The only loss that asks for values,
/// not for an order: a model needs a bias to follow it.
class SquaredError final : public Loss {
 public:
  explicit SquaredError(const SquaredErrorOptions& options = {}) : options_(options) {}

  /// target = psi. Every query with a document contributes.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

  bool is_curved() const noexcept override { return true; }
  /// The Hessian, 2 * weight_d on the diagonal, depends on no score.
  void linearise(const LossQuery& query, std::span<const double> scores, std::span<DocIndex> order,
                 Workspace& workspace) const override;
  void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                           std::span<const DocIndex> order, double weight,
                           std::span<const double> direction, std::span<double> product,
                           Workspace& workspace) const override;

 private:
  /// `weight` shared out to the documents of a query.
  double share_of(double weight, std::size_t document_count) const noexcept {
    return options_.documents == SquaredErrorOptions::Documents::sum
               ? weight
               : weight / static_cast<double>(document_count);
  }

  SquaredErrorOptions options_;
};

}  // namespace podium
