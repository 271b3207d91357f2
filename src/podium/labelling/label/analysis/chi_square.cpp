#include "podium/labelling/label/analysis/chi_square.hpp"

#include <algorithm>
#include <cmath>

namespace podium::labelling {

ChiSquare chi_square(const FourfoldTable& table, Continuity continuity) {
  const auto [a, b, c, d] = table;
  const double total = a + b + c + d;
  const double margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins == 0.0) return {};
  const double correction = continuity == Continuity::yates ? 0.5 * total : 0.0;
  const double apart = std::max(0.0, std::abs(a * d - b * c) - correction);
  const double statistic = total * apart * apart / margins;
  return {statistic, std::erfc(std::sqrt(0.5 * statistic))};
}

}  // namespace podium::labelling
