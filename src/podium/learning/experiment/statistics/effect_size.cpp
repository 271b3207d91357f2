#include "podium/learning/experiment/statistics/effect_size.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

double hedges_factor(double df) {
  expects(df >= 1.0, "df >= 1");
  if (df == 1.0) return 0.0;
  // Gamma(a + 1/2) / Gamma(a) = sqrt(pi) / B(a, 1/2), which does not overflow.
  return std::sqrt(std::numbers::pi / (0.5 * df)) * std::exp(-log_beta(0.5 * (df - 1.0), 0.5));
}

EffectSize effect_size(std::span<const double> difference) {
  const Moments moments = moments_of(difference);
  if (moments.deviation == 0.0) {
    if (moments.mean == 0.0) return {};
    const double infinite = std::copysign(std::numeric_limits<double>::infinity(), moments.mean);
    return {infinite, infinite};
  }
  const double d = moments.mean / moments.deviation;
  return {d, d * hedges_factor(static_cast<double>(moments.count) - 1.0)};
}

}  // namespace podium
