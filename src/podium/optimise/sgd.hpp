#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/base/options.hpp"
#include "podium/optimise/stochastic.hpp"

namespace podium {

/// Stochastic gradient descent with momentum [Polyak64]; see StochasticOptions for epochs, batches
/// and their gradients G. An update is
///
///   v = momentum * v + G,   w = w - step * v
struct Sgd {
  std::size_t epochs = 100;
  double step = 0.01;
  Schedule schedule = Schedule::constant;
  std::size_t batch = 1;
  bool average = false;
  std::uint64_t seed = 1;
  double momentum = 0.0;

  static auto fields() {
    return joined_fields(
        detail::stochastic_fields<Sgd>(),
        std::array{field("momentum", &Sgd::momentum, 0.0, 0.9999,
                         "fraction of the previous step's direction that is kept")});
  }

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the result. When f throws, w is as before.
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;

 private:
  detail::UpdateRule rule() const;
};

}  // namespace podium
