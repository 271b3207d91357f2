#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// hv = H v, for the Hessian H of one point.
using HessianProduct = std::function<void(std::span<const double> v, std::span<double> hv)>;

/// A function of many variables with its gradient. The value may be infinite or NaN far from the
/// solution: optimisers then take a shorter step. A call is a pass over a data set, beside which a
/// virtual call costs nothing, so optimisers are compiled once.
class Objective {
 public:
  virtual ~Objective() = default;

  virtual std::size_t dimension() const = 0;

  /// Returns the value at w and overwrites g with the gradient.
  virtual double value_and_gradient(std::span<const double> w, std::span<double> g) const = 0;

  /// The product with the Hessian at w, for any number of calls while w and the objective live.
  /// Empty when the objective has no second derivatives.
  virtual HessianProduct hessian_at(std::span<const double> /*w*/) const { return {}; }

 protected:
  Objective() = default;
  Objective(const Objective&) = default;
  Objective& operator=(const Objective&) = default;
  Objective(Objective&&) = default;
  Objective& operator=(Objective&&) = default;
};

/// A sum over terms plus a penalty: f(w) = sum of f_t(w) + p(w).
class SeparableObjective : public Objective {
 public:
  virtual std::size_t term_count() const = 0;

  /// Returns the sum of these terms at w and adds its gradient to g.
  virtual double add_terms(std::span<const std::size_t> terms, std::span<const double> w,
                           std::span<double> g) const = 0;

  /// Returns the penalty at w and adds its gradient to g.
  virtual double add_penalty(std::span<const double> w, std::span<double> g) const = 0;

  /// Called by optimisers that try no shorter step, when the value of these terms and the penalty
  /// is not finite at w. May throw an error that says why; else the minimisation ends with
  /// Stop::not_finite.
  virtual void explain_not_finite(std::span<const std::size_t> /*terms*/,
                                  std::span<const double> /*w*/, std::size_t /*iteration*/) const {}
};

/// A sum over terms plus the penalty l2/2 |w|^2 of all parameters but a few.
class PenalisedObjective : public SeparableObjective {
 public:
  virtual double l2() const = 0;

  /// The parameters without a penalty, in ascending order.
  virtual std::span<const std::size_t> unpenalised() const { return {}; }

  /// Returns the sum of all terms, without the penalty, and overwrites g with its gradient or, at a
  /// kink, a subgradient.
  virtual double sum_terms(std::span<const double> w, std::span<double> g) const = 0;

  double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
    const double sum = sum_terms(w, g);
    return sum + add_penalty(w, g);
  }
};

/// Why an optimiser stopped.
enum class Stop {
  converged,        ///< the gradient or gap is small enough, or only rounding is left to gain
  iteration_limit,  ///< as many iterations as allowed
  no_descent,       ///< no step lowers the value any more
  not_finite,       ///< the value at the starting point, or of every step tried, is not finite
  asked,            ///< the monitor said so
};

inline constexpr std::array<std::string_view, 5> stop_names = {
    "converged", "iteration limit", "no descent", "not finite", "asked to stop"};

/// How a minimisation ended.
struct Outcome {
  double value = 0.0;
  double gradient_norm = 0.0;
  std::size_t iterations = 0;
  std::size_t evaluations = 0;  ///< passes over the data: values, gradients, Hessian products
  Stop stop = Stop::converged;
  std::optional<double> gap;  ///< between the value and a lower bound of it, where known
};

/// All that an optimiser remembers between two iterations. Continuing from it gives the same bits
/// as never having stopped.
struct Snapshot {
  std::size_t iteration = 0;
  std::vector<double> numbers;  ///< in the optimiser's own order

  bool operator==(const Snapshot&) const = default;
};

/// What a monitor gets to see after every iteration.
struct Step {
  std::size_t iteration = 0;  ///< from 1
  double value = 0.0;
  double gradient_norm = 0.0;
  std::span<const double> w;
  const std::function<Snapshot()>& snapshot;  ///< made only when called
  std::optional<double> gap;                  ///< as in Outcome
};

/// Called after every iteration; false ends the minimisation with Stop::asked.
using Monitor = std::function<bool(const Step&)>;

}  // namespace podium
