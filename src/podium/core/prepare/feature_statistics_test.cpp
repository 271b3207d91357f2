#include "podium/core/prepare/feature_statistics.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

Dataset column(const std::vector<float>& values) {
  DatasetBuilder builder(1);
  for (const float value : values) {
    builder.add_query("q" + to_text(value), GradedTruth{{0}}, std::vector<float>{value});
  }
  return std::move(builder).build();
}

TEST(FeatureStatistics, LeaveMissingAndInfiniteValuesOut) {
  constexpr float null = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const FeatureSummary summary = summarise_features(column({1, null, 4, -infinity, 2.5}))[0];
  EXPECT_EQ(summary.present, 4U);
  EXPECT_EQ(summary.infinite, 1U);
  EXPECT_EQ(summary.minimum, 1.0);
  EXPECT_EQ(summary.maximum, 4.0);
  EXPECT_DOUBLE_EQ(summary.mean, 2.5);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(1.5));
}

TEST(FeatureStatistics, AreTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = random_dataset(1, 4000, 5, 0.1);
  const auto with = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    std::vector<double> numbers;
    for (const FeatureSummary& summary : summarise_features(data)) {
      numbers.insert(numbers.end(), {summary.mean, summary.deviation, summary.maximum});
    }
    return numbers;
  };
  EXPECT_EQ(with(1), with(4));
}

TEST(FeatureStatistics, InterpolateQuantiles) {
  // numpy.percentile([1, 2, 4, 8], [0, 25, 50, 90, 100]) = 1, 1.75, 3, 6.8, 8
  const std::array<double, 5> shares = {0.0, 0.25, 0.5, 0.9, 1.0};
  const auto quantiles = feature_quantiles(column({8, 1, 4, 2}), shares);
  EXPECT_THAT(quantiles[0], ElementsAre(1.0, 1.75, 3.0, testing::DoubleNear(6.8, 1e-12), 8.0));
  EXPECT_TRUE(std::isnan(
      feature_quantiles(column({std::numeric_limits<float>::quiet_NaN()}), shares)[0][0]));
}

TEST(FeatureStatistics, AreTheSameBitsForSparseData) {
  const Dataset dense = sparse_data({.missing = 0.2, .has_signs = true}, 9);
  const Dataset sparse = as_sparse(dense);
  const std::vector<FeatureSummary> expected = summarise_features(dense);
  const std::vector<FeatureSummary> found = summarise_features(sparse);
  for (std::size_t f = 0; f < expected.size(); ++f) {
    EXPECT_EQ(found[f].present, expected[f].present);
    EXPECT_EQ(found[f].minimum, expected[f].minimum);
    EXPECT_EQ(found[f].maximum, expected[f].maximum);
    EXPECT_EQ(found[f].mean, expected[f].mean);
    EXPECT_EQ(found[f].deviation, expected[f].deviation);
  }
  const std::vector<double> shares = {0.0, 0.25, 0.97, 1.0};
  EXPECT_EQ(feature_quantiles(sparse, shares), feature_quantiles(dense, shares));
}

}  // namespace
}  // namespace podium
