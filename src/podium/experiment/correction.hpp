#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// What is done about many tests at once.
enum class Correction {
  none,
  holm,               ///< the chance of any false alarm stays below alpha [Holm79]
  benjamini_hochberg  ///< the share of false alarms among alarms stays below alpha [Benjamini95]
};

inline constexpr std::array<std::string_view, 3> correction_names = {"none", "holm", "bh"};

/// Reads "none", "holm" or "bh"; throws UsageError naming the choices.
Correction parse_correction(std::string_view text);

/// The p to hold against alpha itself, for p_(1) <= ... <= p_(n):
///
///   holm:  adjusted_(i) = max over j <= i of min(1, (n - j + 1) p_(j))        [Holm79]
///   bh:    adjusted_(i) = min over j >= i of min(1, n p_(j) / j)              [Benjamini95]
///
/// in the order of `p`. Keeps the order of the p and never lowers one.
std::vector<double> adjusted(std::span<const double> p, Correction correction);

}  // namespace podium
