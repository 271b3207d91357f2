#include "podium/core/base/special_functions.hpp"

#include <cmath>
#include <utility>

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// From here on the asymptotic series of stirling_remainder is exact to double precision.
constexpr double stirling_from = 10.0;

/// From here on the sums of Boost's noncentral t have more terms than an int can count.
constexpr double large_shift = 1000.0;

constexpr double half_log_2_pi = 0.91893853320467274178;

/// Our preconditions are checked before; a result that is too large or small is what it is.
using Policy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>>;

using StudentT = boost::math::students_t_distribution<double, Policy>;
using NoncentralT = boost::math::non_central_t_distribution<double, Policy>;
using Normal = boost::math::normal_distribution<double, Policy>;

/// The point where the upper tail of a distribution is `upper`.
double upper_quantile(const auto& distribution, double upper) {
  expects(upper > 0.0 && upper < 1.0, "a probability inside (0, 1)");
  return boost::math::quantile(boost::math::complement(distribution, upper));
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

double incomplete_beta(double a, double b, double x) {
  expects(a > 0.0 && b > 0.0, "a > 0 and b > 0");
  expects(x >= 0.0 && x <= 1.0, "x in [0, 1]");
  return boost::math::ibeta(a, b, x, Policy());
}

double student_t_upper_tail(double t, double df) {
  expects(df > 0.0, "df > 0");
  if (std::abs(t) < 1.0) {  // where the tail is no small number, this keeps more digits
    const double inner = boost::math::ibeta(0.5, 0.5 * df, t * t / (df + t * t), Policy());
    return 0.5 - std::copysign(0.5 * inner, t);
  }
  return boost::math::cdf(boost::math::complement(StudentT(df), t));
}

double student_t_upper_quantile(double upper, double df) {
  expects(df > 0.0, "df > 0");
  return upper_quantile(StudentT(df), upper);
}

double noncentral_t_upper_tail(double t, double df, double shift) {
  expects(df > 0.0 && shift >= 0.0, "df > 0 and shift >= 0");
  if (shift == 0.0) return student_t_upper_tail(t, df);
  if (shift <= large_shift) {
    return boost::math::cdf(boost::math::complement(NoncentralT(df, shift), t));
  }
  if (t <= 0.0) return 1.0;
  const double ratio = shift / t;
  return boost::math::gamma_p(0.5 * df, 0.5 * df * ratio * ratio, Policy());
}

double normal_upper_tail(double z) {
  return boost::math::cdf(boost::math::complement(Normal(), z));
}

double normal_upper_quantile(double upper) {
  return upper_quantile(Normal(), upper);
}

}  // namespace podium
