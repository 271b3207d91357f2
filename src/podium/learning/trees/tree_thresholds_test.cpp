#include "podium/learning/trees/tree_thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/trees/tree_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::ElementsAre;

const float missing = std::nanf("");
constexpr float infinity = std::numeric_limits<float>::infinity();

Thresholds thresholds_of(const std::vector<float>& column, std::size_t maximum) {
  std::vector<std::vector<float>> rows;
  for (const float value : column) rows.push_back({value});
  return tree_thresholds(dataset_of(rows), maximum, 1);
}

TEST(TreeThresholds, AreThoseOfTheSpecification) {
  for (const nlohmann::json& expected : tree_golden("bins")) {
    std::vector<std::vector<float>> rows;
    for (const nlohmann::json& value : expected.at("values")) {
      rows.push_back({number_or_missing(value)});
    }
    const BinnedRows found(rows, expected.at("thresholds_most").get<std::size_t>());
    const std::vector<double> own(found.binned.thresholds(0).begin(),
                                  found.binned.thresholds(0).end());
    EXPECT_EQ(own, expected.at("thresholds").get<std::vector<double>>());
    std::vector<std::uint8_t> memory;
    const auto bins = found.binned.bins(0, memory);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const nlohmann::json& bin = expected.at("bins")[row];
      EXPECT_EQ(bins[row], bin.is_null() ? 255 : bin.get<int>());
    }
  }
}

TEST(TreeThresholds, NeedTwoValues) {
  EXPECT_THAT(thresholds_of({3, 3, 3}, 255)[0], testing::IsEmpty());
  EXPECT_THAT(thresholds_of({missing, missing}, 255)[0], testing::IsEmpty());
  EXPECT_THAT(thresholds_of({3, missing}, 255)[0], testing::IsEmpty());
  EXPECT_THAT(thresholds_of({0.0F, -0.0F, 1.0F}, 255)[0], ElementsAre(0.5));
}

TEST(TreeThresholds, AreFiniteBesideInfinities) {
  const std::vector<double> found = thresholds_of({-infinity, 1, 2, infinity}, 255)[0];
  ASSERT_EQ(found.size(), 3U);
  EXPECT_TRUE(std::isfinite(found[0]) && found[0] < 1.0);
  EXPECT_EQ(found[1], 1.5);
  EXPECT_EQ(found[2], 2.0);
}

TEST(TreeThresholds, LeaveABinForMissingValues) {
  std::vector<float> column(1000);
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = static_cast<float>(i);
  EXPECT_EQ(thresholds_of(column, 255)[0].size(), 255U);
  column[17] = missing;
  EXPECT_EQ(thresholds_of(column, 255)[0].size(), 254U);
}

TEST(TreeThresholds, AreTheSameForSparseData) {
  const Dataset data =
      sparse_data({.queries = 60, .features = 40, .missing = 0.1, .has_signs = true}, 3);
  for (const std::size_t maximum : {2U, 255U}) {
    EXPECT_EQ(tree_thresholds(data, maximum, 1), tree_thresholds(as_sparse(data), maximum, 1));
  }
}

TEST(TreeThresholds, ComeFromManyRowsAlsoWhereOneQueryHasNearlyAll) {
  RandomStream random(5, "", "long query");
  DatasetBuilder builder(1);
  for (const std::string query : {"4", "300000", "5"}) {
    std::vector<float> values(std::stoul(query));
    for (float& value : values) value = static_cast<float>(random.uniform());
    builder.add_query(query, GradedTruth{std::vector<double>(values.size())}, values);
  }
  const Dataset data = std::move(builder).build();
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    EXPECT_EQ(tree_thresholds(data, 255, seed)[0].size(), 255U) << seed;
  }
}

TEST(SortFloats, SortsAnyNumberOfThem) {
  RandomStream random(1, "", "sort");
  for (const std::size_t count : {0U, 1U, 255U, 256U, 5000U}) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(random.normal() * 1e3);
    if (count > 3) {
      values[1] = -infinity;
      values[2] = infinity;
      values[3] = 0.0F;
    }
    std::vector<float> expected = values;
    std::ranges::sort(expected);
    sort_floats(values);
    EXPECT_EQ(values, expected);
  }
}

}  // namespace
}  // namespace podium
