#include "podium/learning/experiment/statistics/studentised_range.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"

namespace podium {

namespace {

/// The integral of a positive, log-concave function over the real line by the trapezoidal rule,
/// whose error falls exponentially with 1/step for analytic functions. Climbs to the peak on the
/// grid that starts at `start`, then adds terms on both sides until they are negligible.
template <class Function>
double integral_around(double start, double step, Function&& f) {
  constexpr double negligible = 1e-17;
  const auto climbs = [&](double from, double by) { return f(from + by) > f(from); };
  double peak = start;
  const double direction = climbs(peak, step) ? step : -step;
  while (climbs(peak, direction)) peak += direction;
  double sum = f(peak);
  for (const double by : {step, -step}) {
    for (double x = peak + by;; x += by) {
      const double term = f(x);
      sum += term;
      if (!(term > negligible * sum)) break;
    }
  }
  return sum * step;
}

double normal_density(double z) {
  static const double scale = 1.0 / std::sqrt(2.0 * std::numbers::pi);
  return scale * std::exp(-0.5 * z * z);
}

/// P(R > w), R the range of `groups` standard normals. The difference of powers in the formula is
/// Phi(z)^(r-1) times 1 - (1 - Phi(z-w)/Phi(z))^(r-1), which does not cancel.
double normal_range_upper_tail(double w, double groups, double likely_maximum) {
  constexpr double step = 0.125;
  const auto integrand = [&](double z) {
    const double below = normal_upper_tail(-z);
    const double ratio = normal_upper_tail(w - z) / below;
    return groups * normal_density(z) * std::pow(below, groups - 1.0) *
           -std::expm1((groups - 1.0) * std::log1p(-ratio));
  };
  return integral_around(std::max(0.5 * w, likely_maximum), step, integrand);
}

}  // namespace

double studentised_range_upper_tail(double q, std::size_t groups, double df) {
  expects(groups >= 2, "at least two groups");
  expects(df > 0.0, "df > 0");
  if (q <= 0.0) return 1.0;
  if (std::isinf(q)) return 0.0;
  const auto r = static_cast<double>(groups);
  const double likely_maximum = normal_upper_quantile(1.0 / r);
  // With s = exp(u) and Stirling's formula for the gamma function, the density of u is
  //   2 sqrt(df / (4 pi)) exp( df (u - (e^2u - 1) / 2) - stirling_remainder(df / 2) )
  const double log_scale =
      std::log(2.0 * std::sqrt(df / (4.0 * std::numbers::pi))) - stirling_remainder(0.5 * df);
  const auto integrand = [&](double u) {
    const double density = std::exp(df * (u - 0.5 * std::expm1(2.0 * u)) + log_scale);
    return density == 0.0 ? 0.0
                          : density * normal_range_upper_tail(q * std::exp(u), r, likely_maximum);
  };
  const double peak =
      0.5 *
      std::log(df / (df + 0.5 * q * q));  // where the tail resembles that of a normal distribution
  const double step = std::min(0.0625, 0.4 / std::sqrt(df));  // well below the width
  return std::min(1.0, integral_around(peak, step, integrand));
}

}  // namespace podium
