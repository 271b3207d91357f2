#pragma once

#include <cstddef>
#include <span>

#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// Newton's method by conjugate gradients with a line search [Nocedal06, Chapelle10]: for functions
/// with Hessian products, such as squared hinges and squared errors, where it needs fewer passes
/// than L-BFGS. The system of a step is solved until
///
///   |g + H s| <= min(cg_tolerance, sqrt(|g| / |g_0|)) * |g|
///
/// so that convergence is faster than linear. Of many minima of a convex quadratic it finds, from
/// w = 0, the one of least length. Where H has no positive curvature the step is cut short.
///
/// A trust region [Lin08] would bound the steps instead. On squared hinges with a small penalty its
/// radius collapses at the kinks of the gradient; the line search crosses them.
///
/// Converged means the same as for Lbfgs, and so does Stop::no_descent.
struct TruncatedNewton {
  std::size_t iterations = 100;
  std::size_t cg_steps = 250;  ///< products with the Hessian for a step, at most
  double cg_tolerance = 0.1;
  double tolerance = 1e-6;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the solution. When f throws, w is as before. f must have second derivatives.
  Outcome minimise(const Objective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;
};

}  // namespace podium
