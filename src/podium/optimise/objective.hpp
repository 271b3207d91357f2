#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// A function of many variables with its gradient; value_and_gradient overwrites g. The value may
/// be infinite or NaN far from the solution: optimisers then take a shorter step.
template <class F>
concept Objective = requires(const F& f, std::span<const double> w, std::span<double> g) {
  { f.dimension() } -> std::convertible_to<std::size_t>;
  { f.value_and_gradient(w, g) } -> std::same_as<double>;
};

/// An objective with second derivatives: curvature_at(w) is an object whose product(v, hv)
/// overwrites hv with H(w) v, as often as one likes.
template <class F>
concept CurvedObjective = Objective<F> &&
    requires(const F& f, std::span<const double> w, std::span<double> hv) {
  f.curvature_at(w).product(w, hv);
};

/// A sum over terms plus a penalty: f(w) = sum of f_t(w) + p(w). Both functions return the value
/// and add to g.
template <class F>
concept SeparableObjective = Objective<F> &&
    requires(const F& f, std::span<const std::size_t> terms, std::span<const double> w,
             std::span<double> g) {
  { f.term_count() } -> std::convertible_to<std::size_t>;
  { f.add_terms(terms, w, g) } -> std::same_as<double>;
  { f.add_penalty(w, g) } -> std::same_as<double>;
};

/// A sum over terms plus the penalty l2/2 |w|^2 of all parameters. sum_terms is the sum alone: it
/// returns its value and overwrites g with its gradient or, at a kink, a subgradient.
template <class F>
concept PenalisedObjective = SeparableObjective<F> &&
    requires(const F& f, std::span<const double> w, std::span<double> g) {
  { f.l2() } -> std::same_as<double>;
  { f.sum_terms(w, g) } -> std::same_as<double>;
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
