#include "podium/research/joint/gain_interval.hpp"

#include <algorithm>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"

namespace podium::research {

Interval gain_interval(std::span<const double> a, std::span<const double> b, double level,
                       std::size_t draws, std::uint64_t seed) {
  expects(a.size() == b.size() && !a.empty(), "paired values");
  std::vector<double> gains = resampled(draws, seed, "gains", [&](RandomStream& stream) {
    double sum_a = 0.0;
    double sum_b = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t q = stream.below(a.size());
      sum_a += a[q];
      sum_b += b[q];
    }
    return 100.0 * (sum_a / sum_b - 1.0);
  });
  std::ranges::sort(gains);
  return {quantile_of_sorted(gains, 0.5 * (1.0 - level)),
          quantile_of_sorted(gains, 0.5 * (1.0 + level))};
}

}  // namespace podium::research
