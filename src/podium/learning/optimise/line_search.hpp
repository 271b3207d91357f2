#pragma once

#include <cstddef>
#include <functional>

namespace podium::detail {

/// A function of one variable at one place: phi(step) = f(w + step * direction).
struct LinePoint {
  double step = 0.0;
  double value = 0.0;
  double slope = 0.0;  ///< phi'(step)
};

using Line = std::function<LinePoint(double step)>;

enum class LineEnd {
  wolfe,       ///< a step with the strong Wolfe conditions
  descent,     ///< a step with enough descent; none with a small slope was found
  flat,        ///< no step: what there is to gain drowns in the rounding of the value
  none,        ///< no step lowers the value enough, although the slope promises it
  not_finite,  ///< no step: no value tried was finite
};

/// How far rounding may move a value that is a sum of many terms. Differences below it say nothing.
double rounding_of(double value);

struct LineResult {
  LineEnd end = LineEnd::none;
  LinePoint point;  ///< of a step; it is also the place where the line was asked last
};

/// Looks for a step with the strong Wolfe conditions [Nocedal06, More94]
///
///   phi(step) <= phi(0) + descent * step * phi'(0)   and   |phi'(step)| <= curvature * |phi'(0)|
///
/// by growing the step until a bracket is found and shrinking that by cubic interpolation. Values
/// that are not finite shrink the step. Where values differ by no more than their rounding, the
/// first condition is phi(step) <= phi(0) up to that rounding, and slopes decide [Hager05].
struct LineSearch {
  double descent = 1e-4;
  double curvature = 0.9;
  std::size_t evaluations = 40;

  /// `start` is the line at 0, with a negative slope; first_step is positive.
  LineResult search(const Line& line, const LinePoint& start, double first_step) const;
};

}  // namespace podium::detail
