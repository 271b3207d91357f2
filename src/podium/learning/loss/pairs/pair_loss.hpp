#pragma once

#include <array>
#include <span>

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"

namespace podium {

struct PairOptions {
  PairScale pairs = PairScale::sum;

  static auto fields() {
    return std::array{
        field("pairs", &PairOptions::pairs, pair_scale_names, pair_scale_help),
    };
  }
};

/// The base of losses that are a sum over pairs, those of the truth or those that were given. They
/// differ in how they sum the pairs of the truth.
class PairLoss : public Loss {
 public:
  PairScale scale() const noexcept { return scale_; }

  /// target = first_worse of pair_set.hpp.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const final;

 protected:
  PairLoss(PairScale scale, CurvatureSource source) : scale_(scale), source_(source) {}

  /// The factor of every pair of the truth.
  virtual double factor_of(const LossQuery& query, double weight) const;

  /// accumulate_curved() over the pairs of the truth. No curvature is wanted of a loss that has
  /// CurvatureSource::gradient.
  virtual double accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                  double factor, std::span<double> gradient,
                                  const CurvatureSink& curvature, Workspace& workspace) const = 0;

 private:
  PairScale scale_;
  CurvatureSource source_;
};

}  // namespace podium
