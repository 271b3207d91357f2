#include "podium/research/joint/equivalence.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/research/joint/joint_points.hpp"

namespace podium::research {

namespace {

/// P(T > distance / error); 0 or 1 when nothing varies.
double tail(double distance, double error, double df) {
  if (error > 0.0) return student_t_upper_tail(distance / error, df);
  return distance > 0.0 ? 0.0 : 1.0;
}

}  // namespace

double Equivalence::smallest_margin() const {
  // z(.95) + z(.90): both one-sided tests must succeed.
  static const double factor = normal_upper_quantile(0.05) + normal_upper_quantile(0.1);
  return factor * error;
}

Equivalence equivalence_test(std::span<const double> difference, double margin,
                             double extra_variance) {
  expects(margin > 0.0, "a margin above 0");
  const Moments moments = moments_of(difference);
  const double df = static_cast<double>(moments.count) - 1.0;
  Equivalence result;
  result.error = std::sqrt(moments.standard_error() * moments.standard_error() + extra_variance);
  result.p_not_worse = tail(moments.mean + margin, result.error, df);
  result.p = std::max(result.p_not_worse, tail(margin - moments.mean, result.error, df));
  const double width = student_t_upper_quantile(0.05, df) * result.error;
  result.interval = {moments.mean - width, moments.mean + width};
  return result;
}

JointEquivalence joint_equivalence(const DifferenceBlock& block, std::span<const double> margin,
                                   bool one_sided, const FlipOptions& options) {
  expects(block.points() > 0 && margin.size() == block.points(), "a margin for every point");
  JointEquivalence result{.p_holds = 0.0, .beyond = -HUGE_VAL};
  const FlippedPoints flipped = flip_signs(std::array{centred(block)}, options);
  const double width = simultaneous_width(flipped, 0.95, one_sided);
  for (std::size_t p = 0; p < block.points(); ++p) {
    const Equivalence point = equivalence_test(block.difference[p], margin[p], block.extra(p));
    const double p_value = one_sided ? point.p_not_worse : point.p;
    result.p_holds = std::max(result.p_holds, p_value);
    if (p_value <= 0.05) ++result.within;
    const double mean = 0.5 * (point.interval.low + point.interval.high);
    const double distance = one_sided ? -mean : std::abs(mean);
    result.beyond = std::max(result.beyond, distance - width * point.error - margin[p]);
    result.point.push_back(point);
  }
  return result;
}

}  // namespace podium::research
