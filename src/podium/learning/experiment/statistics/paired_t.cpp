#include "podium/learning/experiment/statistics/paired_t.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

double t_statistic(const Moments& moments) {
  if (moments.deviation > 0.0) return moments.mean / moments.standard_error();
  if (moments.mean == 0.0) return 0.0;
  return std::copysign(std::numeric_limits<double>::infinity(), moments.mean);
}

}  // namespace

TestOutcome paired_t_test(std::span<const double> difference, double alpha) {
  const Moments moments = moments_of(difference);
  TestOutcome outcome;
  const double df = static_cast<double>(moments.count) - 1.0;
  const double t = t_statistic(moments);
  outcome.statistic = t;
  outcome.degrees_of_freedom = df;
  outcome.p_greater = student_t_upper_tail(t, df);
  outcome.p_less = student_t_upper_tail(-t, df);
  outcome.p_two_sided = std::min(1.0, 2.0 * student_t_upper_tail(std::abs(t), df));
  const double margin = student_t_upper_quantile(0.5 * alpha, df) * moments.standard_error();
  outcome.interval = {moments.mean - margin, moments.mean + margin};
  return outcome;
}

}  // namespace podium
