#include "podium/learning/experiment/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/learning/experiment/statistics/tails.hpp"

namespace podium {

TestOutcome bootstrap_test(std::span<const double> difference, const TestOptions& options,
                           std::uint64_t seed) {
  expects(!difference.empty(), "at least one query");
  const auto count = static_cast<double>(difference.size());
  const double mean = std::accumulate(difference.begin(), difference.end(), 0.0) / count;
  std::vector<double> means =
      resampled(options.iterations, seed, "bootstrap", [&](RandomStream& stream) {
        double sum = 0.0;
        for (std::size_t i = 0; i < difference.size(); ++i) {
          sum += difference[stream.below(difference.size())];
        }
        return sum / count;
      });
  std::ranges::sort(means);
  TestOutcome outcome;
  outcome.statistic = mean;
  outcome.interval = {quantile_of_sorted(means, 0.5 * options.alpha),
                      quantile_of_sorted(means, 1.0 - 0.5 * options.alpha)};
  const double largest =
      std::abs(*std::ranges::max_element(difference, {}, [](double d) { return std::abs(d); }));
  for (double& value : means) value -= mean;
  set_tails(outcome, means, mean, rounding * largest);
  return outcome;
}

}  // namespace podium
