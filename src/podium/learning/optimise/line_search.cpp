#include "podium/learning/optimise/line_search.hpp"

#include <algorithm>
#include <cmath>

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

void LineSearch::add(const LinePoint& trial) {
  next_.reset();
  if (end_ == LineEnd::descent) return;  // back at the lowest step
  if (is_finite(trial)) {
    if (is_good(trial)) {
      end_ = LineEnd::wolfe;
      return;
    }
    if (!first_) first_ = trial;
  }
  narrow(trial);
  const double step = step_of_bracket();
  if (step != low_.step && ++trials_ < rule_.evaluations) {
    next_ = step;
    return;
  }
  end_ = end_of_trials();
  if (end_ == LineEnd::descent && trial.step != low_.step) next_ = low_.step;
}

LineEnd LineSearch::end_of_trials() const {
  if (low_.value < start_.value && falls_enough(low_)) return LineEnd::descent;
  if (!first_) return LineEnd::not_finite;
  const bool is_flat = promised_gain(start_, *first_) <= rounding_of(start_.value);
  return is_flat ? LineEnd::flat : LineEnd::none;
}

bool LineSearch::falls_enough(const LinePoint& p) const {
  return p.value <= start_.value + rule_.descent * p.step * start_.slope;
}

bool LineSearch::is_good(const LinePoint& p) const {
  return std::abs(p.slope) <= rule_.curvature * std::abs(start_.slope) &&
         (falls_enough(p) || p.value <= start_.value + noise_);
}

/// Makes the bracket smaller by what a trial says.
void LineSearch::narrow(const LinePoint& p) {
  if (!is_finite(p)) {
    wall_ = p.step;
    high_.reset();
    return;
  }
  const double line = start_.value + rule_.descent * p.step * start_.slope;
  if (p.value > std::min(line, low_.value) + noise_) {
    high_ = p;
    return;
  }
  if (p.slope * ahead() >= 0.0) high_ = low_;
  low_ = p;
}

/// The sign of the way from low to where the function rises.
double LineSearch::ahead() const {
  return (high_ ? high_->step : wall_) < low_.step ? -1.0 : 1.0;
}

double LineSearch::step_of_bracket() {
  if (!high_) {
    const double onward = low_.step > 0.0 ? 4.0 * low_.step : wall_;
    return std::isfinite(wall_) ? std::min(onward, low_.step + 0.2 * (wall_ - low_.step)) : onward;
  }
  const double width = high_->step - low_.step;
  // Interpolation may creep: a bracket that two trials have not cut by a third is halved.
  const bool creeps = std::abs(width) > 0.66 * width_before_last_;
  width_before_last_ = last_width_;
  last_width_ = std::abs(width);
  const double step = cubic_minimiser(low_, *high_);
  if (creeps || !std::isfinite(step)) return low_.step + 0.5 * width;
  const auto [near, far] = std::minmax({low_.step + 0.1 * width, low_.step + 0.9 * width});
  return std::clamp(step, near, far);
}

}  // namespace podium::detail
