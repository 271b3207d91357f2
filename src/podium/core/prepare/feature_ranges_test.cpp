#include "podium/core/prepare/feature_ranges.hpp"

#include <algorithm>
#include <bit>
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

Dataset documents(const std::vector<std::vector<float>>& rows) {
  DatasetBuilder builder(rows.front().size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    builder.add_query("q" + to_text(row), GradedTruth{{0}}, rows[row]);
  }
  return std::move(builder).build();
}

TEST(FeatureRanges, HoldEveryFiniteValue) {
  constexpr float null = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<std::vector<float>> rows(FeatureRanges::fewest_rows, {1, null, null, 0});
  rows[1] = {-2.5F, null, infinity, -0.0F};
  rows[2] = {null, null, 3, -0.0F};
  const FeatureRanges ranges = feature_ranges(documents(rows));
  EXPECT_THAT(ranges.low, ElementsAre(-2.5F, 0.0F, 3.0F, 0.0F));
  EXPECT_THAT(ranges.high, ElementsAre(1.0F, 0.0F, 3.0F, 0.0F));
  EXPECT_FALSE(std::signbit(ranges.low[3]));
}

TEST(FeatureRanges, AreThoseOfALoopWhateverTheThreadsAndTheForm) {
  const Dataset data = random_dataset(1, 3000, 6, 0.2);
  FeatureRanges wanted{std::vector<float>(6, 1e30F), std::vector<float>(6, -1e30F)};
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
      for (std::size_t f = 0; f < 6; ++f) {
        const float value = data[query].features[doc][f];
        if (std::isnan(value)) continue;
        wanted.low[f] = std::min(wanted.low[f], value);
        wanted.high[f] = std::max(wanted.high[f], value);
      }
    }
  }
  for (const std::size_t threads : {1U, 4U}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(feature_ranges(data), wanted);
    EXPECT_EQ(feature_ranges(as_sparse(data)), wanted);
  }
}

TEST(FeatureRanges, AreNotKeptForVeryManyFeatures) {
  const std::vector<float> row(FeatureRanges::most_features + 1, 1.0F);
  EXPECT_EQ(feature_ranges(documents({FeatureRanges::fewest_rows, row})), FeatureRanges());
  EXPECT_EQ(feature_ranges(Dataset()), FeatureRanges());
}

TEST(FeatureRanges, AreNotKeptOfFewRows) {
  std::vector<std::vector<float>> rows(FeatureRanges::fewest_rows, {1.0F});
  EXPECT_EQ(feature_ranges(documents(rows)), (FeatureRanges{{1.0F}, {1.0F}}));
  rows.pop_back();
  EXPECT_EQ(feature_ranges(documents(rows)), FeatureRanges());
}

TEST(FeaturesInOtherUnits, AreThoseWithATenthOfTheValuesFarBeyondTheRange) {
  const FeatureRanges ranges{{0, 0, 0, 5}, {1, 1, 1, 5}};
  constexpr float null = std::numeric_limits<float>::quiet_NaN();
  std::vector<std::vector<float>> rows(20, {0.5F, 2.0F, null, 9.0F});
  rows[3] = {30.0F, -1.0F, null, 9.0F};
  const auto found = [&](const FeatureRanges& of) {
    const auto features = features_in_other_units(documents(rows), of);
    EXPECT_EQ(features_in_other_units(as_sparse(documents(rows)), of), features);
    std::vector<float> values;
    for (const std::vector<float>& row : rows) values.insert(values.end(), row.begin(), row.end());
    EXPECT_EQ(features_in_other_units(values, of), features);
    return features;
  };
  // 1 of 20, values at the edge, missing ones, and a feature that had one value.
  EXPECT_THAT(found(ranges), testing::IsEmpty());
  rows.pop_back();
  EXPECT_THAT(found(ranges), testing::IsEmpty());  // 1 of 19
  rows[4].front() = -2.0F;
  EXPECT_THAT(found(ranges), ElementsAre(0));
  for (const std::size_t threads : {1U, 4U}) {
    const ThreadLimit limit(threads);
    EXPECT_THAT(found(ranges), ElementsAre(0));
  }
  rows[7][2] = 40.0F;  // the only value that is not missing
  EXPECT_THAT(found(ranges), ElementsAre(0, 2));
  EXPECT_THAT(found({}), testing::IsEmpty());  // a model that does not know its ranges
}

}  // namespace
}  // namespace podium
