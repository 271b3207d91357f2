#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/normalised_gain.hpp"
#include "podium/learning/loss/pairs/pair_scale.hpp"
#include "podium/learning/loss/pairs/rank_pair_weights.hpp"

namespace podium {

struct LambdaRankOptions {
  RankWeighting weights = RankWeighting::delta_ndcg;
  std::size_t cutoff = 0;
  LabelGain gain = LabelGain::automatic;
  double mu = 10.0;
  PairScale pairs = PairScale::sum;
  bool norm = false;
  std::string objective;

  static auto fields() {
    using Self = LambdaRankOptions;
    return std::array{
        field("weights", &Self::weights, rank_weighting_names, "weight of a pair"),
        field("cutoff", &Self::cutoff, std::size_t{0}, std::size_t{1'000'000'000},
              "K of NDCG@K; 0: the whole list"),
        field("gain", &Self::gain, label_gain_names, label_gain_help),
        field("mu", &Self::mu, 0.0, 1e6, "weight of ndcg-loss2 within ndcg-loss2pp"),
        field("pairs", &Self::pairs, pair_scale_names, pair_scale_help),
        field(
            "norm", &Self::norm,
            "divide the weight of each pair by 0.01 + the distance of its scores, and rescale the "
            "gradient of each query from its size S to log2(1 + S), as LightGBM does"),
        field("objective", &Self::objective,
              "measure whose change by a swap weighs a pair, such as map, rr@10 or err@20, instead "
              "of NDCG by 'weights' and 'cutoff'"),
    };
  }
};

/// LambdaRank and LambdaLoss: the logistic loss with pair weights made of the current ranking:
///
///   l(s) = sum over (i, j) with gain_i > gain_j of w_ij log(1 + exp(-(s_i - s_j)))     [Burges06]
///
/// where w_ij is one of RankWeighting. The weights are held constant in the gradient, which is what
/// LambdaRank means: between two changes of the ranking the gradient is that of the value, and at
/// such a change the value jumps. Documents of equal score have mean weights over their orders
/// (rank_pair_weights.hpp), so the order of documents in the data does not matter.
///
/// With `objective`, w_ij is what a swap of i and j does to that measure, and gain_i its target
/// (swap_measure.hpp); ndcg@K is weights=delta-ndcg with cutoff=K.
///
/// With `norm` it is w_ij / (0.01 + |s_i - s_j|), unless all scores are equal, and the gradient of
/// the query is multiplied by log2(1 + S) / S, where S is the sum over pairs of the sizes of both
/// documents' gradients: queries with many pairs do not outvote the others. All of this is held
/// constant, too. No function has that gradient; the value is log2(1 + S), what is left of its
/// size. It is what LightGBM calls lambdarank_norm.
///
/// Unlike [Wang18], logarithms of probabilities are natural ones: all values are ln 2 times theirs.
///
/// O(nK) for a cutoff K, except for ndcg-loss2-at-k, which looks at all pairs. Without `norm`, many
/// pairs weighted by discounts are summed in O(n log L) for L levels by expansions to a relative
/// error of about 1e-14 (expanded_pairs.hpp). Documents of equal score and gain are summed at once.
class LambdaRankLoss final : public Loss {
 public:
  /// Throws UsageError for an objective that is no measure or has no formula of the change.
  explicit LambdaRankLoss(const LambdaRankOptions& options = {});

  /// target[place] = gain over the ideal DCG@K, or the target of the objective. No pair of
  /// different target, no contribution.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  LambdaRankOptions options_;
  RankWeightRule rule_;
};

/// Also throws UsageError for an objective beside the options that it replaces.
std::unique_ptr<const Loss> make_lambda_rank(const OptionText& options);

}  // namespace podium
