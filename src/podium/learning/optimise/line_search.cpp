#include "podium/learning/optimise/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace podium::detail {
namespace {

bool is_finite(const LinePoint& p) {
  return std::isfinite(p.value) && std::isfinite(p.slope);
}

/// Where the cubic with these values and slopes is smallest; NaN when it has no minimum.
double cubic_minimiser(const LinePoint& a, const LinePoint& b) {
  const double width = b.step - a.step;
  const double d1 = a.slope + b.slope - 3.0 * (b.value - a.value) / width;
  const double d2 = std::copysign(std::sqrt(d1 * d1 - a.slope * b.slope), width);
  return b.step - width * (b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2);
}

/// Steps between which a good one must lie. `low` is the best so far; `high`, on either side of
/// it, is where the function rises again; `wall` is the nearest step whose value is not finite.
class Bracket {
 public:
  Bracket(const LineSearch& rule, const LinePoint& start)
      : rule_(rule), start_(start), noise_(rounding_of(start.value)), low_(start) {}

  const LinePoint& low() const { return low_; }

  bool falls_enough(const LinePoint& p) const {
    return p.value <= start_.value + rule_.descent * p.step * start_.slope;
  }

  bool is_good(const LinePoint& p) const {
    return std::abs(p.slope) <= rule_.curvature * std::abs(start_.slope) &&
           (falls_enough(p) || p.value <= start_.value + noise_);
  }

  void add(const LinePoint& p) {
    if (!is_finite(p)) {
      wall_ = p.step;
      has_high_ = false;
      return;
    }
    const double line = start_.value + rule_.descent * p.step * start_.slope;
    if (p.value > std::min(line, low_.value) + noise_) {
      raise(p);
      return;
    }
    if (p.slope * ahead() >= 0.0) raise(low_);
    low_ = p;
  }

  double next_step() {
    if (!has_high_) {
      const double onward = low_.step > 0.0 ? 4.0 * low_.step : wall_;
      return std::isfinite(wall_) ? std::min(onward, low_.step + 0.2 * (wall_ - low_.step))
                                  : onward;
    }
    const double width = high_.step - low_.step;
    // Interpolation may creep: a bracket that two trials have not cut by a third is halved.
    const bool creeps = std::abs(width) > 0.66 * width_before_last_;
    width_before_last_ = last_width_;
    last_width_ = std::abs(width);
    const double step = cubic_minimiser(low_, high_);
    if (creeps || !std::isfinite(step)) return low_.step + 0.5 * width;
    const auto [near, far] = std::minmax({low_.step + 0.1 * width, low_.step + 0.9 * width});
    return std::clamp(step, near, far);
  }

 private:
  void raise(const LinePoint& p) {
    high_ = p;
    has_high_ = true;
  }

  /// The sign of the way from low to where the function rises.
  double ahead() const { return (has_high_ ? high_.step : wall_) < low_.step ? -1.0 : 1.0; }

  const LineSearch& rule_;
  const LinePoint& start_;
  double noise_;
  LinePoint low_;
  LinePoint high_;  ///< when has_high_
  bool has_high_ = false;
  double wall_ = std::numeric_limits<double>::infinity();
  double last_width_ = std::numeric_limits<double>::infinity();
  double width_before_last_ = std::numeric_limits<double>::infinity();
};

/// What the parabola with the slopes of these two places would gain. The first trial is asked, as
/// the later ones are close to 0 on any function that has no lower place.
double promised_gain(const LinePoint& start, const LinePoint& trial) {
  const double hessian = std::max(trial.slope - start.slope, -start.slope);
  return 0.5 * trial.step * start.slope * (start.slope / hessian);
}

}  // namespace

double rounding_of(double value) {
  return 1e-13 * std::abs(value);
}

LineResult LineSearch::search(const Line& line, const LinePoint& start, double first_step) const {
  Bracket bracket(*this, start);
  std::optional<LinePoint> first;
  LinePoint trial;
  double step = first_step;
  for (std::size_t i = 0; i < evaluations; ++i) {
    trial = line(step);
    if (is_finite(trial)) {
      if (bracket.is_good(trial)) return {LineEnd::wolfe, trial};
      if (!first) first = trial;
    }
    bracket.add(trial);
    step = bracket.next_step();
    if (step == bracket.low().step) break;
  }
  const LinePoint& low = bracket.low();
  if (low.value < start.value && bracket.falls_enough(low)) {
    return {LineEnd::descent, trial.step == low.step ? trial : line(low.step)};
  }
  if (!first) return {LineEnd::not_finite, start};
  const bool is_flat = promised_gain(start, *first) <= rounding_of(start.value);
  return {is_flat ? LineEnd::flat : LineEnd::none, start};
}

}  // namespace podium::detail
