#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// How the step size falls from epoch to epoch e = 1, 2, ... of E.
enum class Schedule {
  constant,
  inverse_sqrt,  ///< step / sqrt(e)
  inverse,       ///< step / e
  cosine,        ///< step * (1 + cos(pi * (e - 1) / E)) / 2
};

inline constexpr std::array<std::string_view, 4> schedule_names = {"constant", "inverse-sqrt",
                                                                   "inverse", "cosine"};

/// The size of the steps of an epoch, from 1.
double step_in_epoch(Schedule schedule, double step, std::size_t epoch, std::size_t epochs);

/// What the optimisers that go through the terms in small batches have in common.
///
/// An epoch visits every term once, in an order drawn anew from (seed, epoch), `batch` of them for
/// an update. The gradient of a batch B is
///
///   G = (term_count / |B|) * sum over t in B of grad f_t(w) + grad p(w)
///
/// What a monitor sees of an epoch are sums over its updates, each at the parameters of its moment:
/// no pass is spent on them. The value is that of the terms and of the penalty, the latter counted
/// in proportion to |B|; the gradient likewise. The outcome holds the true value and gradient of
/// the parameters returned; it takes one more pass.
///
/// There is no test of convergence: Stop::iteration_limit is the regular end. A value or parameter
/// that is not finite ends with Stop::not_finite and the parameters of the last epoch before it,
/// unless the objective throws an error that explains it.
///
/// With `average` the result is, from the second half of the epochs on, the mean of the parameters
/// after every update of that half [Polyak92, Rakhlin12].
struct StochasticOptions {
  std::size_t epochs = 100;
  double step = 0.01;
  Schedule schedule = Schedule::constant;
  std::size_t batch = 1;
  bool average = false;
  std::uint64_t seed = 1;
};

/// Stochastic gradient descent with momentum [Polyak64]. An update is
///
///   v = momentum * v + G,   w = w - step * v
struct Sgd {
  StochasticOptions run = {};
  double momentum = 0.0;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the result. When f throws, w is as before.
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;
};

/// Adam [Kingma15]: steps scaled for each parameter by moving averages of its gradient and of that
/// squared. Update t = 1, 2, ... is
///
///   m = beta1 * m + (1 - beta1) * G,   v = beta2 * v + (1 - beta2) * G^2
///   w = w - step * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
struct Adam {
  StochasticOptions run = {};
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;

  /// As Sgd::minimise().
  Outcome minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;
};

}  // namespace podium
