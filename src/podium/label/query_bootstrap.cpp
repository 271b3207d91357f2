#include "podium/label/query_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/base/resampling.hpp"

namespace podium {

namespace {

std::vector<double> drawn(std::size_t queries, RandomStream& stream) {
  std::vector<double> times(queries, 0.0);
  for (std::size_t i = 0; i < queries; ++i) times[stream.below(queries)] += 1.0;
  return times;
}

Interval percentile_interval(std::vector<double> values, double confidence) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return {};
  std::ranges::sort(values);
  const double tail = 0.5 * (1.0 - confidence);
  return {quantile_of_sorted(values, tail), quantile_of_sorted(values, 1.0 - tail)};
}

}  // namespace

Interval bootstrap_interval(std::size_t queries, const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times)>& statistic) {
  if (queries < 2) return percentile_interval({}, options.confidence);
  return percentile_interval(
      resampled(options.draws, options.seed, "queries",
                [&](RandomStream& stream) { return statistic(drawn(queries, stream)); }),
      options.confidence);
}

Interval bootstrap_interval(std::size_t queries, std::size_t other_queries,
                            const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times,
                                                       std::span<const double> other)>& statistic) {
  if (queries < 2 || other_queries < 2) return percentile_interval({}, options.confidence);
  return percentile_interval(resampled(options.draws, options.seed, "queries of two tools",
                                       [&](RandomStream& stream) {
                                         const std::vector<double> times = drawn(queries, stream);
                                         return statistic(times, drawn(other_queries, stream));
                                       }),
                             options.confidence);
}

}  // namespace podium
