#include "podium/learning/experiment/statistics/tails.hpp"

#include <cmath>

namespace podium {

void set_tails(TestOutcome& outcome, std::span<const double> draws, double observed,
               double tolerance) {
  std::size_t greater = 0;
  std::size_t less = 0;
  std::size_t outside = 0;
  for (const double value : draws) {
    if (value >= observed - tolerance) ++greater;
    if (value <= observed + tolerance) ++less;
    if (std::abs(value) >= std::abs(observed) - tolerance) ++outside;
  }
  const auto share = [&](std::size_t count) {
    return (1.0 + static_cast<double>(count)) / (1.0 + static_cast<double>(draws.size()));
  };
  outcome.p_greater = share(greater);
  outcome.p_less = share(less);
  outcome.p_two_sided = share(outside);
  outcome.p_floor = share(0);
}

}  // namespace podium
