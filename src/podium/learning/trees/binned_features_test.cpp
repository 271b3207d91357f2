#include "podium/learning/trees/binned_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// One feature in one query; labels do not matter here.
Dataset column(const std::vector<float>& values) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{std::vector<double>(values.size())}, values);
  return std::move(builder).build();
}

std::vector<std::uint8_t> bins_of(const BinnedFeatures& binned, std::size_t feature) {
  std::vector<std::uint8_t> memory;
  const auto bins = binned.bins(feature, memory);
  return {bins.begin(), bins.end()};
}

TEST(ChooseThresholds, TakesEqualStepsBetweenTheLeastAndTheLargestValue) {
  EXPECT_THAT(choose_thresholds(column({0, 8, 1}), {.thresholds = 3}).front(),
              ElementsAre(2.0, 4.0, 6.0));
  const Thresholds all = choose_thresholds(column({-1, 1}), {});
  ASSERT_EQ(all.front().size(), 255U);
  EXPECT_DOUBLE_EQ(all.front()[0], -1.0 + 2.0 / 256.0);
  EXPECT_DOUBLE_EQ(all.front()[254], -1.0 + 255.0 * 2.0 / 256.0);
}

TEST(ChooseThresholds, HasNoneForAFeatureThatNeverVaries) {
  for (const BinPlacement placement : {BinPlacement::equal_width, BinPlacement::quantile}) {
    EXPECT_THAT(choose_thresholds(column({3, 3, 3}), {.placement = placement}).front(), IsEmpty());
    EXPECT_THAT(choose_thresholds(column({no_value, no_value}), {.placement = placement}).front(),
                IsEmpty());
  }
}

TEST(ChooseThresholds, RisesAlsoWhereValuesHardlyVary) {
  const float next = std::nextafter(1.0F, 2.0F);
  for (const BinPlacement placement : {BinPlacement::equal_width, BinPlacement::quantile}) {
    const Dataset data = column({1.0F, next});
    const BinnedFeatures binned(data, choose_thresholds(data, {.placement = placement}));
    EXPECT_LT(bins_of(binned, 0)[0], bins_of(binned, 0)[1]);
  }
}

TEST(ChooseThresholds, SeparatesEveryTwoValuesIfTheyAreFew) {
  const Thresholds chosen =
      choose_thresholds(column({5, 1, 2, 2, 100, 1}), {.placement = BinPlacement::quantile});
  EXPECT_THAT(chosen.front(), ElementsAre(1.5, 3.5, 52.5));
}

TEST(ChooseThresholds, PutsEquallyManyValuesBetweenQuantiles) {
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i) values.push_back(std::exp(static_cast<float>(i) / 100.0F));
  const Dataset data = column(values);
  const BinOptions options{.thresholds = 9, .placement = BinPlacement::quantile};
  const BinnedFeatures binned(data, choose_thresholds(data, options));
  std::vector<int> count(10);
  for (const std::uint8_t bin : bins_of(binned, 0)) ++count.at(bin);
  EXPECT_THAT(count, Each(100));
}

TEST(ChooseThresholds, GivesFrequentValuesABinOfTheirOwn) {
  // 97 of 100 rows are 0, the others differ: 600 rows for 254 thresholds.
  RandomStream random(3, "", "zeros");
  std::vector<float> values(20'000);
  for (std::size_t i = 0; i < 600; ++i) values[i] = static_cast<float>(random.uniform() - 0.5);
  const Dataset data = column(values);
  const BinnedFeatures binned(data, choose_thresholds(data, {.placement = BinPlacement::quantile}));
  EXPECT_EQ(binned.thresholds(0).size(), 255U);
  std::vector<std::size_t> count(256);
  for (const std::uint8_t bin : bins_of(binned, 0)) ++count.at(bin);
  std::ranges::sort(count);
  EXPECT_EQ(count.back(), 19'400U);
  EXPECT_LE(count[254], 4U);  // 600 rows in 255 bins
}

TEST(ChooseThresholds, PartsFrequentValuesFromTheirNeighboursWhateverElseThereIs) {
  RandomStream random(4, "", "frequent");
  for (int round = 0; round < 200; ++round) {
    const std::size_t wanted = 8 + random.below(30);
    const std::size_t others = 60 + random.below(300);
    std::vector<float> values;
    for (std::size_t i = 0; i < others; ++i) values.push_back(static_cast<float>(random.uniform()));
    const std::size_t frequent = 1 + random.below(wanted / 2 - 1);
    for (std::size_t f = 0; f < frequent; ++f) {
      const auto value = static_cast<float>(random.uniform());
      values.insert(values.end(), others, value);
    }
    const Dataset data = column(values);
    const BinnedFeatures binned(
        data, choose_thresholds(data, {.thresholds = wanted, .placement = BinPlacement::quantile}));
    EXPECT_LE(binned.thresholds(0).size(), wanted);
    const std::vector<std::uint8_t> bins = bins_of(binned, 0);
    for (std::size_t f = 0; f < frequent; ++f) {
      const std::uint8_t own = bins[others + f * others];
      EXPECT_EQ(std::ranges::count(bins, own), static_cast<std::ptrdiff_t>(others));
    }
  }
}

TEST(ChooseThresholds, KeepsWithinTheNumberWantedWhateverTheTies) {
  RandomStream random(1, "", "ties");
  for (int round = 0; round < 200; ++round) {
    std::vector<float> values(1 + random.below(300));
    const std::uint64_t levels = 1 + random.below(60);
    for (float& value : values) value = static_cast<float>(random.below(levels));
    const std::size_t wanted = 1 + random.below(20);
    const auto chosen = choose_thresholds(
        column(values), {.thresholds = wanted, .placement = BinPlacement::quantile});
    EXPECT_LE(chosen.front().size(), wanted);
  }
}

TEST(BinnedFeatures, CountTheThresholdsThatAValueExceeds) {
  const BinnedFeatures binned(column({0.5F, 1, 1.5F, 2, 3}), {{1.0, 2.0}});
  EXPECT_THAT(bins_of(binned, 0), ElementsAre(0, 0, 1, 1, 2));
  EXPECT_FALSE(binned.has_missing(0));
}

TEST(BinnedFeatures, KeepABinForMissingValues) {
  const Dataset data = column({0, no_value, 1});
  const BinnedFeatures binned(data, choose_thresholds(data, {}));
  EXPECT_EQ(binned.thresholds(0).size(), 254U);
  EXPECT_THAT(bins_of(binned, 0), ElementsAre(1, BinnedFeatures::missing_bin, 254));
  EXPECT_TRUE(binned.has_missing(0));
  EXPECT_THROW(BinnedFeatures(data, {std::vector<double>(255)}), ContractError);
}

TEST(ChooseThresholds, PartsMissingFromPresentValues) {
  for (const BinPlacement placement : {BinPlacement::equal_width, BinPlacement::quantile}) {
    for (const std::size_t wanted : {1U, 7U}) {
      const Dataset data = column({3, no_value, 3});
      const BinOptions options{.thresholds = wanted, .placement = placement};
      const BinnedFeatures binned(data, choose_thresholds(data, options));
      EXPECT_EQ(binned.thresholds(0).size(), 1U);
      EXPECT_THAT(bins_of(binned, 0), ElementsAre(1, BinnedFeatures::missing_bin, 1));
    }
  }
}

TEST(BinnedFeatures, RefuseThresholdsThatDoNotRise) {
  EXPECT_THROW(BinnedFeatures(column({1, 2}), {{1.0, 1.0}}), ContractError);
  EXPECT_THROW(BinnedFeatures(column({1, 2}), {}), ContractError);
}

TEST(BinnedFeatures, AgreeWithComparingTheValues) {
  RandomStream random(2, "", "values");
  DatasetBuilder builder(7);
  std::vector<float> all;
  for (int q = 0; q < 40; ++q) {
    const std::size_t documents = random.below(9);
    std::vector<float> values(documents * 7);
    for (float& value : values) {
      value = random.below(10) == 0 ? no_value : static_cast<float>(random.normal());
    }
    all.insert(all.end(), values.begin(), values.end());
    builder.add_query(std::to_string(q), GradedTruth{std::vector<double>(documents)}, values);
  }
  const Dataset data = std::move(builder).build();
  for (const BinPlacement placement : {BinPlacement::equal_width, BinPlacement::quantile}) {
    const BinnedFeatures binned(data, choose_thresholds(data, {.placement = placement}));
    for (std::size_t row = 0; row < data.row_count(); ++row) {
      for (std::size_t f = 0; f < 7; ++f) {
        const float value = all[row * 7 + f];
        const auto thresholds = binned.thresholds(f);
        const auto below = std::ranges::count_if(thresholds, [&](double t) { return value > t; });
        const auto expected = std::isnan(value) ? BinnedFeatures::missing_bin : below;
        ASSERT_EQ(bins_of(binned, f)[row], expected);
      }
    }
  }
}

}  // namespace
}  // namespace podium
