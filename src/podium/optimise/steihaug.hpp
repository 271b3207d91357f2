#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/optimise/erased_objective.hpp"

namespace podium::detail {

/// When conjugate gradients end.
struct SteihaugLimits {
  double radius = 0.0;     ///< length of the longest step; may be infinite
  double tolerance = 0.0;  ///< |residual| relative to the gradient
  double rough = 0.0;      ///< a residual good enough to leave directions without curvature alone
  std::size_t steps = 0;
};

/// A step s with what the quadratic model says of it.
struct ModelStep {
  std::vector<double> s;
  double length = 0.0;
  double slope = 0.0;      ///< g . s
  double predicted = 0.0;  ///< -(g . s + s . H s / 2): how much the model falls
  bool at_boundary = false;
  std::size_t products = 0;  ///< with the Hessian
};

/// Lowers g . s + s . H s / 2 within |s| <= radius by conjugate gradients from s = 0, which end at
/// the boundary when they reach it or meet a direction of no positive curvature [Steihaug83].
///
/// Two departures. Without a limit (radius infinite) such a direction ends the search at the point
/// reached; if that is still 0, at the step of length 1 down the gradient. And a direction without
/// curvature is not followed once |residual| <= rough * |g|: with a singular Hessian it is nothing
/// but rounding, and the solution of least length would be lost.
ModelStep steihaug_step(const HessianProduct& hessian, std::span<const double> gradient,
                        const SteihaugLimits& limits);

}  // namespace podium::detail
