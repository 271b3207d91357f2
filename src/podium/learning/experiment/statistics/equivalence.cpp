#include "podium/learning/experiment/statistics/equivalence.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

/// P(T > distance / error); 0 or 1 when nothing varies.
double tail_beyond(double distance, double error, double df) {
  if (error > 0.0) return student_t_upper_tail(distance / error, df);
  return distance > 0.0 ? 0.0 : 1.0;
}

}  // namespace

double Equivalence::smallest_margin(double alpha) const {
  // Both one-sided tests must succeed, each with probability .9.
  return (normal_upper_quantile(alpha) + normal_upper_quantile(0.1)) * error;
}

Equivalence equivalence_test(std::span<const double> difference, double margin,
                             double extra_variance, double alpha) {
  expects(margin > 0.0, "a margin above 0");
  const Moments moments = moments_of(difference);
  const double df = static_cast<double>(moments.count) - 1.0;
  Equivalence result;
  result.error = std::sqrt(moments.standard_error() * moments.standard_error() + extra_variance);
  result.p_not_worse = tail_beyond(moments.mean + margin, result.error, df);
  result.p = std::max(result.p_not_worse, tail_beyond(margin - moments.mean, result.error, df));
  const double width = student_t_upper_quantile(alpha, df) * result.error;
  result.interval = {moments.mean - width, moments.mean + width};
  return result;
}

}  // namespace podium
