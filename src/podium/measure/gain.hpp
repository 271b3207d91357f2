#pragma once

#include <cstddef>

#include "podium/measure/profile.hpp"

namespace podium {

/// Gains of labels, scaled so that none overflows.
///
///   gain(label) * 2^-shift,   shift = 0 for top labels up to 50, else the top label
///
/// A measure that divides by an ideal may ignore the scale; the others must ask is_scaled().
/// Labels of 0 and below gain nothing.
class ScaledGain {
 public:
  ScaledGain(Gain kind, double top_label) noexcept;

  double operator()(double label) const noexcept;
  bool is_scaled() const noexcept { return shift_ > 0.0; }

 private:
  Gain kind_;
  double shift_;
};

/// What `rank` (counted from 0) is worth.
double discount(Discount kind, std::size_t rank) noexcept;

}  // namespace podium
