#pragma once

#include <cstdint>
#include <string_view>

namespace podium::labelling {

enum class Continuity : std::uint8_t { none, yates };

/// Two groups, each divided into two parts.
struct FourfoldTable {
  double a = 0.0;  ///< first group, agreed
  double b = 0.0;  ///< first group, disagreed
  double c = 0.0;  ///< second group, agreed
  double d = 0.0;  ///< second group, disagreed
};

struct ChiSquare {
  double statistic = 0.0;
  double p = 1.0;
};

/// Test of equal shares in both groups, with one degree of freedom:
///
///   chi^2 = N (|ad - bc| - c)^2 / ((a+b)(c+d)(a+c)(b+d)),   p = erfc(sqrt(chi^2 / 2))
///
/// where c = 0, or N/2 with the correction [Yates34], but never more than |ad - bc|. A table with
/// an empty margin gives 0 and p = 1.
ChiSquare chi_square(const FourfoldTable& table, Continuity continuity = Continuity::none);

/// A warning for reports of this test for agreement over pairs of documents.
inline constexpr std::string_view chi_square_caveat =
    "the pairs of a query depend on each other (A > B and B > C imply A > C), so chi-square "
    "overstates significance; the bootstrap interval over queries does not";

}  // namespace podium::labelling
