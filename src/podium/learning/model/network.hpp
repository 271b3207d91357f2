#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/random.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// A network with one hidden layer, as in RankNet [Burges05]:
///
///   f(x) = v . tanh(U x + b)
///
/// Parameters: U (hidden x features, one row per hidden unit), then b, then v (hidden each). The
/// output has no bias, because a bias never changes a ranking.
struct NetworkScorer {
  std::size_t features = 0;
  std::size_t hidden = 10;

  /// The parameters by their names in the formula.
  template <class Value>
  struct Layers {
    std::span<Value> u;
    std::span<Value> b;
    std::span<Value> v;
  };

  std::size_t feature_count() const noexcept { return features; }
  std::size_t dimension() const noexcept { return hidden * (features + 2); }

  template <class Value>
  Layers<Value> layers(std::span<Value> w) const {
    return {w.first(hidden * features), w.subspan(hidden * features, hidden), w.last(hidden)};
  }

  /// Uniform within 1 / sqrt(inputs) on either side of 0, where a hidden unit has `features` inputs
  /// and the output has `hidden`.
  void initialise(std::span<double> w, RandomStream& random) const;

  /// Returns tanh(U x + b), all documents of one hidden unit after the other.
  std::span<const double> forward(std::span<const double> w, const FeatureRows& rows,
                                  std::span<double> scores, Workspace& workspace) const;
  void backward(std::span<const double> w, const FeatureRows& rows, std::span<const double> tape,
                std::span<const double> score_gradient, std::span<double> gradient,
                Workspace& workspace, std::span<const float> next = {}) const;

  bool operator==(const NetworkScorer&) const = default;
};

}  // namespace podium
