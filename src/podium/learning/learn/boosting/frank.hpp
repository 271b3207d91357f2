#pragma once

#include <array>
#include <cstddef>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/boosting/boost_run.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

/// What is special to FRank.
struct FrankOptions {
  std::size_t candidates = 1;
  double smoothing = 0.01;
  double max_alpha = 5.0;

  static auto fields() {
    using Self = FrankOptions;
    return std::array{
        field("candidates", &Self::candidates, 1, 100'000,
              "number of weak rankers tried in each round, in the order of steepest descent"),
        field("smoothing", &Self::smoothing, 0.0, 1.0,
              "share of the total pair weight that is added to the weights of correctly and of "
              "wrongly ordered pairs"),
        field("max-alpha", &Self::max_alpha, 1e-6, 1e6, "largest weight of a weak ranker"),
    };
  }
};

/// Adds weak rankers that lower the fidelity loss J, the mean over queries of the mean over
/// pairs:      [Tsai07]
///
///   W_ij  = D_ij (1/2) e^-o (1 + e^-o)^-3/2,   o = f_i - f_j,   D_ij = 1 / (m |P_q|)
///   alpha = 1/2 ln((W_right + eps) / (W_wrong + eps))
///
/// The paper's text does not give this alpha; it follows from dJ/dalpha = 0 with the slowly varying
/// factor (1 + e^-o)^-3/2 held fixed. Of the candidates of steepest descent, the one with the
/// lowest J after its step is taken; a step that does not lower J is halved. O(pairs) a round for
/// the weights and each candidate, O(n F) for the descent of all.
TrainingResult train_frank(const TrainingTask& task, const Thresholds& thresholds,
                           const FrankOptions& options, const RoundOptions& rounds);

}  // namespace podium
