#pragma once

#include <array>
#include <string_view>

#include "podium/learning/loss/pairs/pair_loss.hpp"

namespace podium {

struct LogisticOptions {
  enum class Ties { off, half };

  PairScale pairs = PairScale::sum;
  Ties ties = Ties::off;

  static constexpr std::array<std::string_view, 2> tie_names = {"off", "half"};

  static auto fields() {
    return std::array{
        field("pairs", &LogisticOptions::pairs, pair_scale_names, pair_scale_help),
        field("ties", &LogisticOptions::ties, tie_names,
              "pairs of tied documents: leave them out, or train for equal scores"),
    };
  }
};

/// RankNet: minus the log-likelihood of the pairs, P(i before j) = 1 / (1 + exp(-(s_i - s_j))):
///
///   l(s) = sum over (i, j) with level_i > level_j of log(1 + exp(-(s_i - s_j)))     [Burges05]
///
/// With ties = half each pair of tied documents has the target probability 1/2 and adds
///
///   |s_i - s_j| / 2 + log(1 + exp(-|s_i - s_j|))
///
/// Few pairs, as in a top-k truth, are looked at one by one, as is every pair with ties = half;
/// many are summed in O(n log L) for L levels by expansions to a relative error of about 1e-14
/// (expanded_pairs.hpp).
class LogisticLoss final : public PairLoss {
 public:
  explicit LogisticLoss(const LogisticOptions& options = {})
      : PairLoss(options.pairs, CurvatureSource::diagonal), ties_(options.ties) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;

 private:
  double factor_of(const LossQuery& query, double weight) const override;
  double accumulate_pairs(const LossQuery& query, std::span<const double> scores, double factor,
                          std::span<double> gradient, const CurvatureSink& curvature,
                          Workspace& workspace) const override;

  LogisticOptions::Ties ties_;
};

}  // namespace podium
