#include "podium/optimise/trust_region_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "podium/kernels/vectors.hpp"
#include "podium/optimise/descent.hpp"
#include "podium/optimise/steihaug.hpp"

namespace podium {
namespace {

using detail::Descent;
using detail::ErasedCurvature;
using detail::HessianProduct;
using detail::ModelStep;
using detail::Point;

/// The radius after a step, by the rules of [Lin99]: smaller where the model was wrong, larger
/// where it was right. `alpha` is where the parabola through what is known along s is smallest.
double next_radius(double radius, const ModelStep& step, double change) {
  if (!std::isfinite(change)) return 0.25 * step.length;
  const double bend = change - step.slope;
  const double alpha = bend > 0.0 ? std::max(0.25, -0.5 * step.slope / bend) : 4.0;
  const double target = alpha * step.length;
  const double fall = -change;
  if (fall < 1e-4 * step.predicted) return std::min(target, 0.5 * radius);
  if (fall < 0.25 * step.predicted) return std::clamp(target, 0.25 * radius, 0.5 * radius);
  if (fall < 0.75 * step.predicted) return std::clamp(target, 0.25 * radius, 4.0 * radius);
  return std::clamp(target, radius, 4.0 * radius);
}

/// One Newton step after the other.
class Walk {
 public:
  Walk(const TrustRegionNewton& options, Descent& descent, const ErasedCurvature& curvature_at,
       double radius)
      : options_(options),
        descent_(descent),
        curvature_at_(curvature_at),
        radius_(radius),
        trial_(descent.at()) {}

  /// 0 before the first step: there is no limit yet.
  double radius() const { return radius_; }

  /// Tries a step, or says why there is no use in it.
  std::optional<Stop> advance() {
    const Point& at = descent_.at();
    if (!hessian_) hessian_ = curvature_at_(at.w);
    const ModelStep step = detail::steihaug_step(hessian_, at.gradient, limits());
    descent_.count_evaluations(step.products);
    if (!(step.predicted > 0.0) || !std::isfinite(step.length)) return Stop::no_descent;
    trial_.w = at.w;
    add_scaled(1.0, step.s, trial_.w);
    descent_.evaluate(trial_);

    const double change =
        trial_.is_finite() ? trial_.value - at.value : std::numeric_limits<double>::infinity();
    const double noise = detail::rounding_of(at.value);
    const bool is_drowned = step.predicted <= noise;
    // Where differences of the value are rounding, the gradient tells whether the step is good.
    const bool is_good = is_drowned ? change <= noise && trial_.gradient_norm < at.gradient_norm
                                    : -change > 1e-4 * step.predicted;
    if (is_drowned && !is_good) return stop_of(step, change);
    radius_ = is_drowned ? std::max(radius_, step.length)
                         : next_radius(radius_ > 0.0 ? radius_ : step.length, step, change);
    if (is_good) {
      descent_.move_to(trial_);
      hessian_ = nullptr;
    }
    return std::nullopt;
  }

 private:
  detail::SteihaugLimits limits() const {
    const double fall = descent_.at().gradient_norm / descent_.first_norm();
    return {.radius = radius_ > 0.0 ? radius_ : std::numeric_limits<double>::infinity(),
            .tolerance = std::min(options_.cg_tolerance, std::sqrt(fall)),
            .rough = options_.cg_tolerance,
            .steps = options_.cg_steps};
  }

  /// A step that stays inside is short because the optimum is near; one at the boundary is short
  /// because longer ones have failed.
  static Stop stop_of(const ModelStep& step, double change) {
    if (!std::isfinite(change)) return Stop::not_finite;
    return step.at_boundary ? Stop::no_descent : Stop::converged;
  }

  const TrustRegionNewton& options_;
  Descent& descent_;
  const ErasedCurvature& curvature_at_;
  double radius_;
  HessianProduct hessian_;  ///< at the present point; refers to its w
  Point trial_;
};

}  // namespace

Outcome TrustRegionNewton::run(const detail::ErasedObjective& f,
                               const detail::ErasedCurvature& curvature_at, std::span<double> w,
                               const Monitor& monitor, const Snapshot* from) const {
  Descent descent(f, w, from);
  const std::span<const double> own = descent.own_numbers();
  if (from != nullptr) detail::expect_numbers(own.size(), 1);
  Walk walk(*this, descent, curvature_at, from != nullptr ? own[0] : 0.0);
  for (;;) {
    if (const auto stop = descent.reason_to_stop(tolerance, iterations)) {
      return descent.finish(*stop, w);
    }
    if (const auto stop = walk.advance()) return descent.finish(*stop, w);
    if (!descent.report(monitor,
                        [&](std::vector<double>& numbers) { numbers.push_back(walk.radius()); })) {
      return descent.finish(Stop::asked, w);
    }
  }
}

}  // namespace podium
