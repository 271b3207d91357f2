#pragma once

#include <span>

#include "podium/learning/optimise/stochastic.hpp"

namespace podium {

/// Stochastic gradient descent with momentum [Polyak64]; see StochasticOptions for epochs, batches
/// and their gradients G. An update is
///
///   v = momentum * v + G,   w = w - step * v
struct Sgd {
  StochasticOptions run = {};
  double momentum = 0.0;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the result. When f throws, w is as before.
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;

 private:
  detail::UpdateRule rule() const;
};

}  // namespace podium
