#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// Corrections for multiple tests.
enum class Correction {
  none,
  holm,               ///< the probability of any false positive is at most alpha [Holm79]
  benjamini_hochberg  ///< the expected share of false positives is at most alpha [Benjamini95]
};

inline constexpr std::array<std::string_view, 3> correction_names = {"none", "holm", "bh"};

/// Reads "none", "holm" or "bh"; throws UsageError naming the choices.
Correction parse_correction(std::string_view text);

/// The corrected p values, to be compared with alpha, for p_(1) <= ... <= p_(n):
///
///   holm:  adjusted_(i) = max over j <= i of min(1, (n - j + 1) p_(j))        [Holm79]
///   bh:    adjusted_(i) = min over j >= i of min(1, n p_(j) / j)              [Benjamini95]
///
/// in the order of `p`. The ranking of the p values is kept, and none becomes smaller.
std::vector<double> adjusted(std::span<const double> p, Correction correction);

}  // namespace podium
