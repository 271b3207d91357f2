#pragma once

#include <cstddef>
#include <span>

#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// Limited-memory BFGS [Liu89, Nocedal06]: for smooth functions, convex or not, of which
/// a pass over the data gives value and gradient.
///
/// Converged means |g| <= tolerance * |g_0|, g_0 the gradient where the minimisation began. Unlike
/// |g| <= tolerance * max(1, |g_0|), that does not change with the scale of the function: a mean in
/// place of a sum is solved as well. The price is paid by a start next to the optimum, which is
/// asked for more than it needs; it ends as converged, too, when steps change the value by no more
/// than its rounding.
///
/// When no step along the direction will do, the past is forgotten and steepest descent tried;
/// only when that fails the end is Stop::no_descent, which points to a gradient that is wrong or a
/// function with kinks.
struct Lbfgs {
  std::size_t memory = 10;  ///< past steps that estimate the curvature
  std::size_t iterations = 500;
  double tolerance = 1e-6;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the solution. When f throws, w is as before.
  Outcome minimise(const Objective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;
};

}  // namespace podium
