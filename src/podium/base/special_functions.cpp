#include "podium/base/special_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"

namespace podium {

namespace {

/// From here on the asymptotic series of stirling_remainder is exact to double precision.
constexpr double stirling_from = 10.0;

constexpr double half_log_2_pi = 0.91893853320467274178;

/// The continued fraction of the incomplete beta function,
///
///   1 / (1 + d_1 / (1 + d_2 / (1 + ...)))
///   d_2m   =  m (b - m) x / ((a + 2m - 1)(a + 2m))
///   d_2m+1 = -(a + m)(a + b + m) x / ((a + 2m)(a + 2m + 1))                 [Olver10]
///
/// from the front [Lentz76]. Needs about sqrt(max(a, b)) steps when x <= (a+1)/(a+b+2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;  // stands in for a denominator that happens to be 0
  constexpr int most_steps = 1'000'000;
  const auto away_from_zero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
  double front = 1.0;
  double back = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
  double value = back;
  for (int m = 1; m <= most_steps; ++m) {
    const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    back = 1.0 / away_from_zero(1.0 + even * back);
    front = away_from_zero(1.0 + even / front);
    value *= back * front;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    back = 1.0 / away_from_zero(1.0 + odd * back);
    front = away_from_zero(1.0 + odd / front);
    const double factor = back * front;
    value *= factor;
    if (std::abs(factor - 1.0) < 2.0 * std::numeric_limits<double>::epsilon()) return value;
  }
  throw NumericError(
      fmt::format("the incomplete beta function I_{}({}, {}) did not converge", x, a, b));
}

/// log(x), accurate near 1 because 1 - x is known.
double log_of(double x, double complement) {
  return x < 0.5 ? std::log(x) : std::log1p(-complement);
}

/// The point where a falling tail of a distribution symmetric around 0 reaches `upper`, by
/// bisection down to neighbouring numbers: slow, but it cannot fail.
template <class Tail>
double upper_quantile(double upper, Tail&& tail) {
  expects(upper > 0.0 && upper < 1.0, "a probability inside (0, 1)");
  if (upper == 0.5) return 0.0;
  if (upper > 0.5) return -upper_quantile(1.0 - upper, tail);
  double high = 1.0;
  while (tail(high) > upper) high *= 2.0;
  double low = high / 2.0;
  while (tail(low) < upper) low /= 2.0;
  high = std::min(high, 2.0 * low);
  for (;;) {
    const double middle = low + (high - low) / 2.0;
    if (middle <= low || middle >= high) return middle;
    (tail(middle) > upper ? low : high) = middle;
  }
}

}  // namespace

double stirling_remainder(double x) {
  expects(x > 0.0, "x > 0");
  if (x < stirling_from) {
    return std::log(std::tgamma(x)) - (x - 0.5) * std::log(x) + x - half_log_2_pi;
  }
  const double s = 1.0 / (x * x);
  return (1.0 / 12.0 +
          s * (-1.0 / 360.0 +
               s * (1.0 / 1260.0 +
                    s * (-1.0 / 1680.0 +
                         s * (1.0 / 1188.0 + s * (-691.0 / 360360.0 + s * (1.0 / 156.0))))))) /
         x;
}

double log_beta(double a, double b) {
  expects(a > 0.0 && b > 0.0, "a > 0 and b > 0");
  if (a < b) std::swap(a, b);
  if (a < stirling_from) return std::log(std::tgamma(a) * (std::tgamma(b) / std::tgamma(a + b)));
  const double remainders = stirling_remainder(a) - stirling_remainder(a + b);
  const double common = -(a - 0.5) * std::log1p(b / a) + remainders;
  if (b < stirling_from) return std::log(std::tgamma(b)) + b - b * std::log(a + b) + common;
  return half_log_2_pi - 0.5 * std::log(b) - b * std::log1p(a / b) + stirling_remainder(b) + common;
}

double incomplete_beta(double a, double b, double x, double complement) {
  expects(a > 0.0 && b > 0.0, "a > 0 and b > 0");
  expects(x >= 0.0 && complement >= 0.0, "x in [0, 1]");
  if (x == 0.0) return 0.0;
  if (complement == 0.0) return 1.0;
  const double power =
      std::exp(a * log_of(x, complement) + b * log_of(complement, x) - log_beta(a, b));
  // The fraction converges fast on the side of the mean where the function is small.
  if (x <= (a + 1.0) / (a + b + 2.0)) return power * beta_fraction(a, b, x) / a;
  return 1.0 - power * beta_fraction(b, a, complement) / b;
}

double incomplete_beta(double a, double b, double x) {
  return incomplete_beta(a, b, x, 1.0 - x);
}

double student_t_upper_tail(double t, double df) {
  expects(df > 0.0, "df > 0");
  if (std::isinf(t)) return t > 0.0 ? 0.0 : 1.0;
  const double square = t * t;
  const double both = incomplete_beta(0.5 * df, 0.5, df / (df + square), square / (df + square));
  return t > 0.0 ? 0.5 * both : 1.0 - 0.5 * both;
}

double student_t_upper_quantile(double upper, double df) {
  return upper_quantile(upper, [df](double t) { return student_t_upper_tail(t, df); });
}

double normal_upper_tail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

double normal_upper_quantile(double upper) {
  return upper_quantile(upper, normal_upper_tail);
}

}  // namespace podium
