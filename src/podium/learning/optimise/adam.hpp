#pragma once

#include <span>

#include "podium/learning/optimise/stochastic.hpp"

namespace podium {

/// Adam [Kingma15]: steps scaled for each parameter by moving averages of its gradient and of that
/// squared; see StochasticOptions for epochs, batches and their gradients G. Update t = 1, 2, ...
/// is
///
///   m = beta1 * m + (1 - beta1) * G,   v = beta2 * v + (1 - beta2) * G^2
///   w = w - step * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
struct Adam {
  StochasticOptions run = {};
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the result. When f throws, w is as before.
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;

 private:
  detail::UpdateRule rule() const;
};

}  // namespace podium
