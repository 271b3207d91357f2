#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "podium/loss/loss.hpp"
#include "podium/loss/pair_scale.hpp"
#include "podium/loss/rank_pair_weights.hpp"

namespace podium {

/// LambdaRank and LambdaLoss: the logistic loss with pair weights made of the current ranking:
///
///   l(s) = sum over (i, j) with gain_i > gain_j of w_ij log(1 + exp(-(s_i - s_j)))     [Burges06]
///
/// where w_ij is one of RankWeighting. The weights are held constant in the gradient, which is what
/// LambdaRank means: between two changes of the ranking the gradient is that of the value, and at
/// such a change the value jumps. Equal scores are ranked in input order.
///
/// Unlike [Wang18], logarithms of probabilities are natural ones: all values are ln 2 times theirs.
///
/// O(nK) for a cutoff K, except for ndcg-loss2-at-k, which looks at all pairs.
struct LambdaRankLoss {
  /// `automatic` is 2^label - 1 for grades and the label itself for the places of an order or a
  /// top-k list, where powers of 2 would leave nothing but the first few.
  enum class LabelGain { automatic, exponential, linear };

  RankWeighting weights = RankWeighting::delta_ndcg;
  std::size_t cutoff = 0;
  LabelGain gain = LabelGain::automatic;
  double mu = 10.0;
  PairScale pairs = PairScale::sum;

  static constexpr std::array<std::string_view, 3> gain_names = {"auto", "exponential", "linear"};

  static constexpr auto fields() {
    using Self = LambdaRankLoss;
    return std::tuple{
        field("weights", &Self::weights, rank_weighting_names, "what a pair counts"),
        field("cutoff", &Self::cutoff, std::size_t{0}, std::size_t{1'000'000'000},
              "K of NDCG@K; 0 is the whole list"),
        field("gain", &Self::gain, gain_names,
              "gain of a label; auto is exponential for grades, linear for orders"),
        field("mu", &Self::mu, 0.0, 1e6, "share of ndcg-loss2 in ndcg-loss2pp"),
        field("pairs", &Self::pairs, pair_scale_names, pair_scale_help),
    };
  }

  /// target[place] = gain over the ideal DCG@K. No pair of different gain, no contribution.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const;
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const;
};

}  // namespace podium
