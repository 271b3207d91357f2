#include "podium/learning/optimise/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/kernels/vectors.hpp"

namespace podium::detail {

// r = -g - H s is the residual, d the direction.
CgSolution conjugate_gradients(const HessianProduct& hessian, std::span<const double> gradient,
                               const CgLimits& limits) {
  const std::size_t n = gradient.size();
  std::vector<double> r(n);
  std::ranges::transform(gradient, r.begin(), [](double g) { return -g; });
  std::vector<double> d = r;
  std::vector<double> hd(n);
  double rr = dot(r, r);
  const double enough = limits.tolerance * std::sqrt(rr);
  double max_curvature = 0.0;  // per squared length of a direction
  CgSolution solution;
  while (solution.products < limits.steps && std::sqrt(rr) > enough) {
    hessian(d, hd);
    ++solution.products;
    const double dd = dot(d, d);
    const double curvature = dot(d, hd);
    const double t = rr / curvature;
    max_curvature = std::max(max_curvature, curvature / dd);
    if (!(curvature > 1e-14 * max_curvature * dd) || !std::isfinite(t)) break;
    solution.s.resize(n);
    add_scaled(t, d, solution.s);
    add_scaled(-t, hd, r);
    const double before = rr;
    rr = dot(r, r);
    for (double& x : d) x *= rr / before;
    add_scaled(1.0, r, d);
  }
  return solution;
}

}  // namespace podium::detail
