#pragma once

#include <optional>
#include <span>

namespace podium {

/// A learning curve [Figueroa12]: the value that a learner reaches with n training queries,
///
///   value(n) = limit - scale n^-rate
struct PowerLaw {
  double limit = 0.0;  ///< value that more and more queries approach
  double scale = 0.0;  ///< below 0 when values fall
  double rate = 1.0;

  double at(double size) const;

  /// The size from which on values are at least as good as `target`; infinite when none is.
  double size_reaching(double target) const;
};

/// A mean measured with some number of training queries.
struct SizedMean {
  double size = 0.0;
  double mean = 0.0;
  double error = 0.0;  ///< standard error of the mean
};

/// Slower curves cannot be told from a straight line over log n, which has no limit; faster ones
/// are flat from the second size on.
inline constexpr double least_rate = 0.1;
inline constexpr double largest_rate = 2.0;

/// The law with the least sum of ((mean - value(size)) / error)^2 over the points, at least three
/// of different size, with least_rate <= rate <= largest_rate. Errors count as equal when one is 0.
/// Nothing when no curve that rises (`falls`: that falls) is closer to the points than a constant.
///
/// For a given rate the rest is linear regression; the rate is searched on a logarithmic grid, then
/// by golden section between the neighbours of the best place. The same points give the same bits.
std::optional<PowerLaw> fit_power_law(std::span<const SizedMean> points, bool falls = false);

}  // namespace podium
