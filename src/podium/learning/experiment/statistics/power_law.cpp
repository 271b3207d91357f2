#include "podium/learning/experiment/statistics/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

namespace {

constexpr int grid_steps = 40;
constexpr int golden_steps = 40;  // reduce the interval of a grid step to 1e-9 of its length

/// A law with the sum of squares that it leaves.
struct Candidate {
  PowerLaw law;
  double squares = std::numeric_limits<double>::infinity();
};

class LawFit {
 public:
  LawFit(std::span<const SizedMean> points, double sign) : sign_(sign) {
    const bool has_errors =
        std::ranges::all_of(points, [](const SizedMean& point) { return point.error > 0.0; });
    unit_ = std::ranges::min_element(points, {}, &SizedMean::size)->size;
    for (const SizedMean& point : points) {
      log_size_.push_back(std::log(point.size / unit_));
      value_.push_back(sign * point.mean);
      weight_.push_back(has_errors ? 1.0 / (point.error * point.error) : 1.0);
    }
  }

  /// The best law with this logarithm of the rate; infinite squares when it does not rise.
  Candidate with(double log_rate) const {
    const double rate = std::exp(log_rate);
    double weights = 0.0;
    double mean_x = 0.0;
    double mean_y = 0.0;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      weights += weight_[i];
      mean_x += weight_[i] * x(i, rate);
      mean_y += weight_[i] * value_[i];
    }
    mean_x /= weights;
    mean_y /= weights;
    double xx = 0.0;
    double xy = 0.0;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const double dx = x(i, rate) - mean_x;
      xx += weight_[i] * dx * dx;
      xy += weight_[i] * dx * (value_[i] - mean_y);
    }
    const double slope = xy / xx;
    if (!(slope < -rounding * std::abs(mean_y))) return {};
    double squares = 0.0;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const double rest = value_[i] - mean_y - slope * (x(i, rate) - mean_x);
      squares += weight_[i] * rest * rest;
    }
    return {{.limit = sign_ * (mean_y - slope * mean_x),
             .scale = -sign_ * slope * std::pow(unit_, rate),
             .rate = rate},
            squares};
  }

 private:
  /// Sizes count in units of the smallest one: powers of large numbers would lose digits.
  double x(std::size_t i, double rate) const { return std::exp(-rate * log_size_[i]); }

  double sign_;
  double unit_ = 1.0;
  std::vector<double> log_size_;
  std::vector<double> value_;
  std::vector<double> weight_;
};

const Candidate& better(const Candidate& a, const Candidate& b) {
  return b.squares < a.squares ? b : a;
}

/// The best candidate between two logarithms of rates.
Candidate golden_section(const LawFit& fit, double low, double high) {
  constexpr double ratio = 1.0 / std::numbers::phi;
  double inner_low = high - ratio * (high - low);
  double inner_high = low + ratio * (high - low);
  Candidate at_low = fit.with(inner_low);
  Candidate at_high = fit.with(inner_high);
  for (int step = 0; step < golden_steps; ++step) {
    if (at_low.squares <= at_high.squares) {
      high = inner_high;
      inner_high = inner_low;
      at_high = at_low;
      inner_low = high - ratio * (high - low);
      at_low = fit.with(inner_low);
    } else {
      low = inner_low;
      inner_low = inner_high;
      at_low = at_high;
      inner_high = low + ratio * (high - low);
      at_high = fit.with(inner_high);
    }
  }
  return better(at_low, at_high);
}

}  // namespace

double PowerLaw::at(double size) const {
  return limit - scale * std::pow(size, -rate);
}

double PowerLaw::size_reaching(double target) const {
  const double sign = scale < 0.0 ? -1.0 : 1.0;
  const double room = sign * (limit - target);
  if (room <= 0.0) return std::numeric_limits<double>::infinity();
  return std::pow(sign * scale / room, 1.0 / rate);
}

std::optional<PowerLaw> fit_power_law(std::span<const SizedMean> points, bool falls) {
  expects(points.size() >= 3, "at least three points");
  const LawFit fit(points, falls ? -1.0 : 1.0);
  const double first = std::log(least_rate);
  const double step = (std::log(largest_rate) - first) / grid_steps;
  Candidate best;
  int place = 0;
  for (int i = 0; i <= grid_steps; ++i) {
    const Candidate candidate = fit.with(first + step * i);
    if (candidate.squares < best.squares) {
      best = candidate;
      place = i;
    }
  }
  if (std::isinf(best.squares)) return std::nullopt;
  const double low = first + step * std::max(place - 1, 0);
  const double high = first + step * std::min(place + 1, grid_steps);
  return better(best, golden_section(fit, low, high)).law;
}

}  // namespace podium
