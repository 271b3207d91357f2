#include "podium/learning/optimise/truncated_newton.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/learning/optimise/conjugate_gradients.hpp"
#include "podium/learning/optimise/descent.hpp"

namespace podium {
namespace {

using detail::Descent;
using detail::LineEnd;

// Sharper than a quasi-Newton method's: a direction costs many products, a trial one pass.
constexpr detail::LineRule line_rule{.curvature = 0.5};

LineEnd step_down(Descent& descent) {
  std::vector<double> direction = descent.at().gradient;
  for (double& d : direction) d = -d;
  return descent.step_along(direction, descent.first_step_down(), line_rule);
}

}  // namespace

Outcome TruncatedNewton::minimise(const Objective& f, std::span<double> w, const Monitor& monitor,
                                  const Snapshot* from) const {
  Descent descent(f, w, from);
  detail::expect_numbers(descent.own_numbers().size(), 0);
  for (;;) {
    if (const auto stop = descent.reason_to_stop(tolerance, iterations)) {
      return descent.finish(*stop, w);
    }
    const HessianProduct hessian = f.hessian_at(descent.at().w);
    expects(static_cast<bool>(hessian), "an objective with second derivatives");
    const double accuracy = std::min(cg_tolerance, std::sqrt(descent.gradient_fall()));
    const detail::CgSolution newton = detail::conjugate_gradients(
        hessian, descent.at().gradient, {.tolerance = accuracy, .steps = cg_steps});
    descent.count_evaluations(newton.products);
    LineEnd end = newton.s.empty() ? LineEnd::none : descent.step_along(newton.s, 1.0, line_rule);
    if (!is_step(end) && end != LineEnd::flat) end = step_down(descent);
    if (!is_step(end)) return descent.finish(descent.stop_of(end), w);
    if (!descent.report(monitor)) return descent.finish(Stop::asked, w);
  }
}

}  // namespace podium
