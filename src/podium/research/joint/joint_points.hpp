#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/research/joint/sign_flips.hpp"

namespace podium::research {

/// The level of either direction: "holds" and "refuted" together have .05 when nothing differs.
inline constexpr double verdict_level = 0.025;

/// The c-th largest of some values, 1 <= c <= number of values.
double nth_largest(std::span<const double> values, std::size_t c);

/// A test of "A is better than B at c or more of the points", in both directions.
struct JointTest {
  double statistic = 0.0;  ///< t_(c), the c-th largest t
  double p_holds = 1.0;    ///< one-sided: A is better
  double p_refuted = 1.0;  ///< one-sided: B is better
  double critical = 0.0;   ///< the t_(c) from which on p_holds is at most verdict_level
  std::size_t ahead = 0;   ///< points with t > 0; a tie is not ahead
  double p_more = 1.0;     ///< P(at least as many ahead) if A and B are equally good
  double p_fewer = 1.0;    ///< P(at most as many ahead)

  bool holds() const { return statistic > 0.0 && p_holds <= verdict_level; }
  bool is_refuted() const { return statistic < 0.0 && p_refuted <= verdict_level; }
};

/// The null hypothesis is that A and B are equally good at all points:
///
///   p_holds = P(t*_(c) >= t_(c)),   p_refuted = P(t*_(c) <= t_(c))
///
/// A small p shows a difference in that direction at c points taken together, not at c single ones.
JointTest count_test(const FlippedPoints& points, std::size_t c);

/// The partial conjunction [Benjamini08]: each of at least c points differs. Valid when any of the
/// other points do or do not:
///
///   p_holds   = max over sets I of P - c + 1 points of P(max over I of t* >= t_(c))
///   p_refuted = max over sets I of c points of P(min over I of t* <= t_(c))
///
/// c = P: p_holds is the largest p of a single point, and p_refuted is that of the smallest t among
/// all. Where there are more than 4,000 sets, one set of all points is used, which is conservative.
JointTest partial_conjunction(const FlippedPoints& points, std::size_t c);

/// p of each point corrected over all of them by the largest (smallest) t of each sign change
/// [Westfall93]: single-step max-T.
struct AdjustedP {
  std::vector<double> greater;
  std::vector<double> less;
};
AdjustedP max_t(const FlippedPoints& points);

/// The half-width in standard errors of intervals that cover all points' means together:
/// the quantile `level` (the next larger draw) of the largest |t*| (one-sided: of the largest -t*)
/// of centred differences.
double simultaneous_width(const FlippedPoints& centred_points, double level,
                          bool one_sided = false);

}  // namespace podium::research
