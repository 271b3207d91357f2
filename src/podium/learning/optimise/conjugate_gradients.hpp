#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/optimise/objective.hpp"

namespace podium::detail {

/// When conjugate gradients end.
struct CgLimits {
  double tolerance = 0.0;  ///< |g + H s| relative to |g|
  std::size_t steps = 0;
};

/// An approximate solution of H s = -g. It descends, unless there is none.
struct CgSolution {
  std::vector<double> s;     ///< empty when already the first direction, -g, has no curvature
  std::size_t products = 0;  ///< with H
};

/// Conjugate gradients from s = 0; they end early, at the point reached, when a direction has no
/// positive curvature (more than rounding of what H has elsewhere) [Nocedal06, Steihaug83].
///
/// With a singular H that leaves s in the space that H and g span: of many solutions it approaches
/// the shortest.
CgSolution conjugate_gradients(const HessianProduct& hessian, std::span<const double> gradient,
                               const CgLimits& limits);

}  // namespace podium::detail
