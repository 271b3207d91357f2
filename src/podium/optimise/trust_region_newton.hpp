#pragma once

#include <cstddef>
#include <span>
#include <tuple>

#include "podium/base/options.hpp"
#include "podium/optimise/erased_objective.hpp"
#include "podium/optimise/objective.hpp"

namespace podium {

/// Newton's method within a trust region [Lin99, Lin08]: for functions with Hessian products, such
/// as squared hinges and squared errors, where it needs far fewer passes than L-BFGS. Each step
/// lowers the quadratic model by conjugate gradients [Steihaug83] until
///
///   |g + H s| <= min(cg_tolerance, sqrt(|g| / |g_0|)) * |g|
///
/// so that convergence is faster than linear. Of many minima of a convex quadratic it finds, from
/// w = 0, the one of least length.
///
/// Converged means |g| <= tolerance * |g_0|, as for Lbfgs, or that the model has nothing to gain
/// but rounding. An iteration is a step tried; one that does not lower the function enough is taken
/// back and the trust region made smaller.
struct TrustRegionNewton {
  std::size_t iterations = 100;
  std::size_t cg_steps = 250;
  double cg_tolerance = 0.1;
  double tolerance = 1e-6;

  static constexpr auto fields() {
    using Self = TrustRegionNewton;
    return std::tuple{
        field("iterations", &Self::iterations, 0, 1'000'000'000, "at most that many Newton steps"),
        field("cg-steps", &Self::cg_steps, 1, 1'000'000'000,
              "Hessian products of a Newton step at most"),
        field("cg-tolerance", &Self::cg_tolerance, 0.0, 0.9,
              "how exactly to solve for a Newton step: residual relative to the gradient"),
        field("tolerance", &Self::tolerance, 0.0, 1.0,
              "length of the gradient to end at, relative to the first gradient"),
    };
  }

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the solution. When f throws, w is as before.
  template <CurvedObjective F>
  Outcome minimise(const F& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const {
    return run(detail::erased_objective(f), detail::erased_curvature(f), w, monitor, from);
  }

 private:
  Outcome run(const detail::ErasedObjective& f, const detail::ErasedCurvature& curvature_at,
              std::span<double> w, const Monitor& monitor, const Snapshot* from) const;
};

}  // namespace podium
