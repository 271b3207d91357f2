#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace podium {

/// Sums over the rows of a leaf.
struct LeafSums {
  double gradient = 0.0;
  double curvature = 0.0;
};

/// What the value of a leaf may be, for monotone features.
struct ValueLimits {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();

  bool operator==(const ValueLimits&) const = default;
};

/// The value of a leaf and its gain. [Chen16]
///
///   S(G)   = sign(G) max(|G| - l1, 0)
///   w(G,H) = -S(G) / (H + l2), cut at max-step and at the limits; 0 if H + l2 = 0
///   W(G,H) = -(2 G w + (H + l2) w^2 + 2 l1 |w|)
///
/// W is twice what the leaf lowers the quadratic model of the loss by: S(G)^2 / (H + l2) where
/// nothing is cut.
struct LeafRule {
  double l2 = 1.0;
  double l1 = 0.0;
  double max_step = 0.0;  ///< 0: any

  double value(const LeafSums& sums, const ValueLimits& limits) const noexcept {
    const double curvature = sums.curvature + l2;
    if (!(curvature > 0.0)) return 0.0;
    const double size = std::max(std::abs(sums.gradient) - l1, 0.0);
    double w = 0.0 - std::copysign(size, sums.gradient) / curvature;
    if (max_step > 0.0) w = std::clamp(w, -max_step, max_step);
    return std::clamp(w, limits.minimum, limits.maximum);
  }

  double gain(const LeafSums& sums, double value) const noexcept {
    return -(2.0 * sums.gradient * value + (sums.curvature + l2) * value * value +
             2.0 * l1 * std::abs(value));
  }
};

}  // namespace podium
