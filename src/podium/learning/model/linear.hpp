#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/random.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// The tape of a scorer whose backward pass needs only the features.
struct EmptyTape {};

/// f(x) = w . x, plus a bias if there is one. A bias never changes a ranking; only losses that
/// depend on the level of the scores (squared error, RankCosine) need one.
///
/// Parameters: one weight per feature, then the bias.
struct LinearScorer {
  std::size_t features = 0;
  bool has_bias = false;

  std::size_t feature_count() const noexcept { return features; }
  std::size_t dimension() const noexcept { return features + (has_bias ? 1 : 0); }

  /// Sets all parameters to zero; uses no random numbers.
  void initialise(std::span<double> w, RandomStream& random) const;

  EmptyTape forward(std::span<const double> w, const FeatureRows& rows, std::span<double> scores,
                    Workspace& workspace) const;
  void backward(std::span<const double> w, const FeatureRows& rows, EmptyTape tape,
                std::span<const double> score_gradient, std::span<double> gradient,
                Workspace& workspace, std::span<const float> next = {}) const;

  bool operator==(const LinearScorer&) const = default;
};

}  // namespace podium
