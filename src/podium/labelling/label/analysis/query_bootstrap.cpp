#include "podium/labelling/label/analysis/query_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/resampling.hpp"

namespace podium::labelling {

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

/// Where each of `some` is in `all`, which is sorted.
std::vector<std::size_t> places_in(const std::vector<std::uint32_t>& all,
                                   std::span<const std::uint32_t> some) {
  std::vector<std::size_t> places;
  for (const std::uint32_t query : some) {
    places.push_back(static_cast<std::size_t>(std::ranges::lower_bound(all, query) - all.begin()));
  }
  return places;
}

std::vector<double> taken(std::span<const double> times, std::span<const std::size_t> places) {
  std::vector<double> some;
  for (const std::size_t place : places) some.push_back(times[place]);
  return some;
}

}  // namespace

Interval bootstrap_interval(std::size_t queries, const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times)>& statistic) {
  if (queries < 2) return {};
  return percentile_interval(
      resampled(options.draws, options.seed, "queries",
                [&](RandomStream& stream) { return statistic(drawn(queries, stream)); }),
      options.confidence);
}

Interval bootstrap_interval(std::span<const std::uint32_t> queries,
                            std::span<const std::uint32_t> other_queries,
                            const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times,
                                                       std::span<const double> other)>& statistic) {
  if (queries.size() < 2 || other_queries.size() < 2) return {};
  std::vector<std::uint32_t> all(queries.begin(), queries.end());
  all.insert(all.end(), other_queries.begin(), other_queries.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::vector<std::size_t> place = places_in(all, queries);
  const std::vector<std::size_t> other_place = places_in(all, other_queries);
  return percentile_interval(
      resampled(options.draws, options.seed, "queries of two tools",
                [&](RandomStream& stream) {
                  const std::vector<double> times = drawn(all.size(), stream);
                  return statistic(taken(times, place), taken(times, other_place));
                }),
      options.confidence);
}

}  // namespace podium::labelling
