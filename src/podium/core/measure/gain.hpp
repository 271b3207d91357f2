#pragma once

#include <cstddef>
#include <span>

#include "podium/core/measure/profile.hpp"

namespace podium {

/// The last label of a table of gains; infinite for a formula.
double last_label(Gain kind) noexcept;

/// Whether the gain is defined for a label: a table has whole labels only, a formula has all.
/// Labels of 0 and below gain nothing everywhere.
bool has_gain(Gain kind, double label) noexcept;

/// Throws UsageError for a label that the profile's table of gains does not have, naming a profile
/// that has it.
void check_labels(std::span<const double> labels, const Profile& profile);

/// Gains of labels, scaled so that none overflows.
///
///   gain(label) * 2^-shift,   shift = 0 for top labels up to 50, else the top label
///
/// For measures that divide by an ideal; the others give 0 as the top label, which never scales.
/// Labels of 0 and below gain nothing, and neither do those without has_gain().
class ScaledGain {
 public:
  ScaledGain(Gain kind, double top_label) noexcept;

  double operator()(double label) const noexcept;

 private:
  Gain kind_;
  double shift_;
};

/// What `rank` (counted from 0) is worth.
double discount(Discount kind, std::size_t rank) noexcept;

}  // namespace podium
