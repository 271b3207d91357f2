#include "podium/labelling/label/analysis/query_bootstrap.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium::labelling {
namespace {

static_assert(has_all_fields<BootstrapOptions>());

std::vector<double> values_of_queries() {
  std::vector<double> values(100);
  RandomStream random(5, "q", "test");
  for (double& value : values) value = random.normal();
  return values;
}

double mean_of(std::span<const double> values, std::span<const double> times) {
  return std::inner_product(values.begin(), values.end(), times.begin(), 0.0) /
         std::accumulate(times.begin(), times.end(), 0.0);
}

TEST(QueryBootstrap, GivesTheUsualIntervalOfAMean) {
  const std::vector<double> values = values_of_queries();
  const std::vector<double> once(values.size(), 1.0);
  const double mean = mean_of(values, once);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares) / 100.0;
  const Interval found =
      bootstrap_interval(values.size(), {.draws = 20'000},
                         [&](std::span<const double> times) { return mean_of(values, times); });
  EXPECT_NEAR(found.low, mean - 1.96 * error, 0.1 * error);
  EXPECT_NEAR(found.high, mean + 1.96 * error, 0.1 * error);
}

/// The interval of the difference of two means, of queries 0, 1, ... and others from `first` on.
Interval interval_of_difference(std::uint32_t first) {
  const std::vector<double> values = values_of_queries();
  std::vector<std::uint32_t> queries(values.size());
  std::iota(queries.begin(), queries.end(), 0U);
  std::vector<std::uint32_t> others(values.size());
  std::iota(others.begin(), others.end(), first);
  return bootstrap_interval(queries, others, {.draws = 20'000},
                            [&](std::span<const double> times, std::span<const double> other) {
                              return mean_of(values, times) - mean_of(values, other);
                            });
}

TEST(QueryBootstrap, DrawsQueriesOfOneSetOnlyIndependently) {
  const std::vector<double> values = values_of_queries();
  const auto spread = [](const Interval& interval) { return interval.high - interval.low; };
  const Interval one =
      bootstrap_interval(values.size(), {.draws = 20'000},
                         [&](std::span<const double> times) { return mean_of(values, times); });
  const Interval difference = interval_of_difference(100);
  EXPECT_TRUE(difference.holds(0.0));
  EXPECT_NEAR(spread(difference), std::sqrt(2.0) * spread(one), 0.06 * spread(one));
}

TEST(QueryBootstrap, DrawsQueriesOfBothSetsTogether) {
  EXPECT_EQ(interval_of_difference(0), (Interval{0.0, 0.0})) << "the same values cancel out";
}

TEST(QueryBootstrap, IsNoIntervalOfFewerThanTwoQueries) {
  for (const std::size_t queries : {0U, 1U}) {
    const Interval none =
        bootstrap_interval(queries, {}, [](std::span<const double>) { return 1.0; });
    EXPECT_TRUE(std::isnan(none.low)) << queries;
    EXPECT_TRUE(std::isnan(none.high)) << queries;
  }
}

TEST(QueryBootstrap, LeavesOutDrawsWithoutAValue) {
  const Interval found = bootstrap_interval(
      2, {}, [](std::span<const double> times) { return times[0] == 0.0 ? std::nan("") : 0.25; });
  EXPECT_EQ(found, (Interval{0.25, 0.25}));
}

TEST(QueryBootstrap, DoesNotDependOnThreads) {
  const std::vector<double> values = values_of_queries();
  const auto with = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return bootstrap_interval(values.size(), {.draws = 5000}, [&](std::span<const double> times) {
      return mean_of(values, times);
    });
  };
  EXPECT_EQ(with(1), with(3));
}

}  // namespace
}  // namespace podium::labelling
