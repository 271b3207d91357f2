#include "podium/optimise/steihaug.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "podium/kernels/vectors.hpp"
#include "podium/optimise/descent.hpp"

namespace podium::detail {
namespace {

/// The t >= 0 with |s + t d| = radius, for |s| <= radius.
double way_to_boundary(std::span<const double> s, std::span<const double> d, double radius) {
  const double sd = dot(s, d);
  const double dd = dot(d, d);
  const double gap = std::max(0.0, radius * radius - dot(s, s));
  const double root = std::sqrt(sd * sd + dd * gap);
  return sd > 0.0 ? gap / (sd + root) : (root - sd) / dd;  // neither cancels
}

/// Conjugate gradients on g + H s = 0 from s = 0.
class ConjugateGradients {
 public:
  ConjugateGradients(const HessianProduct& hessian, std::span<const double> gradient)
      : hessian_(hessian), s_(gradient.size()), hd_(gradient.size()), next_(gradient.size()) {
    for (const double g : gradient) r_.push_back(-g);
    d_ = r_;
    rr_ = dot(r_, r_);
  }

  double residual() const { return std::sqrt(rr_); }
  const std::vector<double>& s() const { return s_; }
  const std::vector<double>& direction() const { return d_; }

  /// How far to go along the direction; nothing when it has no positive curvature.
  std::optional<double> way() {
    hessian_(d_, hd_);
    const double curvature = dot(d_, hd_);
    const double t = rr_ / curvature;
    return curvature > 0.0 && std::isfinite(t) ? std::optional(t) : std::nullopt;
  }

  double length_after(double t) {
    next_ = s_;
    add_scaled(t, d_, next_);
    return norm(next_);
  }

  void advance(double t) {
    add_scaled(t, d_, s_);
    add_scaled(-t, hd_, r_);
  }

  void turn() {
    const double before = rr_;
    rr_ = dot(r_, r_);
    for (double& x : d_) x *= rr_ / before;
    add_scaled(1.0, r_, d_);
  }

  /// r = -g - H s, hence s . H s = -s . g - s . r.
  ModelStep result(std::span<const double> gradient, bool at_boundary, std::size_t products) const {
    const double slope = dot(gradient, s_);
    return {s_, norm(s_), slope, -0.5 * (slope - dot(s_, r_)), at_boundary, products};
  }

 private:
  const HessianProduct& hessian_;
  std::vector<double> s_;
  std::vector<double> r_;
  std::vector<double> d_;
  std::vector<double> hd_;
  std::vector<double> next_;
  double rr_ = 0.0;
};

}  // namespace

ModelStep steihaug_step(const HessianProduct& hessian, std::span<const double> gradient,
                        const SteihaugLimits& limits) {
  ConjugateGradients cg(hessian, gradient);
  const double first = cg.residual();
  std::size_t products = 0;
  while (products < limits.steps && cg.residual() > limits.tolerance * first) {
    const std::optional<double> way = cg.way();
    ++products;
    if (!way && std::isinf(limits.radius)) {
      if (products == 1) cg.advance(1.0 / first);
      break;
    }
    if (!way && products > 1 && cg.residual() <= limits.rough * first) break;
    if (!way || cg.length_after(*way) >= limits.radius) {
      cg.advance(way_to_boundary(cg.s(), cg.direction(), limits.radius));
      return cg.result(gradient, true, products);
    }
    cg.advance(*way);
    cg.turn();
  }
  return cg.result(gradient, false, products);
}

}  // namespace podium::detail
