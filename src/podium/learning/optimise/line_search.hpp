#pragma once

#include <cstddef>
#include <limits>
#include <optional>

namespace podium::detail {

/// A function of one variable at one place: phi(step) = f(w + step * direction).
struct LinePoint {
  double step = 0.0;
  double value = 0.0;
  double slope = 0.0;  ///< phi'(step)
};

enum class LineEnd {
  wolfe,       ///< a step with the strong Wolfe conditions
  descent,     ///< a step with enough descent; none with a small slope was found
  flat,        ///< no step: what there is to gain drowns in the rounding of the value
  none,        ///< no step lowers the value enough, although the slope promises it
  not_finite,  ///< no step: no value tried was finite
};

/// How far rounding may move a value that is a sum of many terms. Differences below it say nothing.
double rounding_of(double value);

struct LineRule {
  double descent = 1e-4;
  double curvature = 0.9;
  std::size_t evaluations = 40;
};

/// Looks for a step with the strong Wolfe conditions [Nocedal06, More94]
///
///   phi(step) <= phi(0) + descent * step * phi'(0)   and   |phi'(step)| <= curvature * |phi'(0)|
///
/// by growing the step until a bracket is found and shrinking that by cubic interpolation. Values
/// that are not finite shrink the step. Where values differ by no more than their rounding, the
/// first condition is phi(step) <= phi(0) up to that rounding, and slopes decide [Hager05].
///
/// While there is a next() step, the caller evaluates the line there and passes it to add(). If the
/// search ends with a step, it is the one that was evaluated last.
class LineSearch {
 public:
  /// `start` is the line at 0, with a negative slope; first_step is positive.
  LineSearch(const LineRule& rule, const LinePoint& start, double first_step)
      : rule_(rule),
        start_(start),
        noise_(rounding_of(start.value)),
        low_(start),
        next_(first_step) {}

  std::optional<double> next() const { return next_; }
  void add(const LinePoint& trial);

  /// How the search ended, once there is no next() step.
  LineEnd end() const { return end_; }

 private:
  bool falls_enough(const LinePoint& p) const;
  bool is_good(const LinePoint& p) const;
  void narrow(const LinePoint& p);
  double ahead() const;
  double step_of_bracket();
  LineEnd end_of_trials() const;

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  LineRule rule_;
  LinePoint start_;
  double noise_;
  // A good step lies between `low`, the best so far, and `high`, on either side of it, where the
  // function rises again; `wall` is the nearest step whose value is not finite.
  LinePoint low_;
  std::optional<LinePoint> high_;
  double wall_ = infinity;
  double last_width_ = infinity;
  double width_before_last_ = infinity;
  std::optional<LinePoint> first_;  ///< trial that was finite
  std::size_t trials_ = 0;
  std::optional<double> next_;
  LineEnd end_ = LineEnd::none;
};

}  // namespace podium::detail
