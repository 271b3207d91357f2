#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/base/options.hpp"
#include "podium/optimise/stochastic.hpp"

namespace podium {

/// Adam [Kingma15]: steps scaled for each parameter by moving averages of its gradient and of that
/// squared; see StochasticOptions for epochs, batches and their gradients G. Update t = 1, 2, ...
/// is
///
///   m = beta1 * m + (1 - beta1) * G,   v = beta2 * v + (1 - beta2) * G^2
///   w = w - step * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
struct Adam {
  std::size_t epochs = 100;
  double step = 0.01;
  Schedule schedule = Schedule::constant;
  std::size_t batch = 1;
  bool average = false;
  std::uint64_t seed = 1;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;

  static auto fields() {
    using Self = Adam;
    return joined_fields(
        detail::stochastic_fields<Self>(),
        std::array{
            field("beta1", &Self::beta1, 0.0, 0.999999, "decay rate of the mean gradient"),
            field("beta2", &Self::beta2, 0.0, 0.999999, "decay rate of the mean squared gradient"),
            field("epsilon", &Self::epsilon, 1e-100, 1.0,
                  "added to the denominator so that steps stay finite"),
        });
  }

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the result. When f throws, w is as before.
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;

 private:
  detail::UpdateRule rule() const;
};

}  // namespace podium
