#include "podium/serving/odd_values.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float null = std::numeric_limits<float>::quiet_NaN();

TEST(OddValues, AreCountedByFeature) {
  const FeatureRanges ranges{{0, -1}, {1, 1}};
  const std::vector<float> rows = {0, -1, 1, 1, 1.5F, null, -0.1F, null, null, 2};
  const OddValues odd = odd_values(rows, 2, ranges);
  EXPECT_THAT(odd.missing, ElementsAre(1, 2));
  EXPECT_THAT(odd.outside, ElementsAre(2, 1));
}

TEST(OddValues, AreNoneInsideTheRangesAndWithoutThem) {
  const std::vector<float> rows = {0, -1, 1, 1};
  EXPECT_THAT(odd_values(rows, 2, {{0, -1}, {1, 1}}).outside, IsEmpty());
  EXPECT_THAT(odd_values({}, 2, {{0, -1}, {1, 1}}).outside, IsEmpty());
  EXPECT_THAT(odd_values(rows, 2, {}).outside, IsEmpty());
  const std::vector<float> incomplete = {1e30F, null};
  const OddValues odd = odd_values(incomplete, 2, {});
  EXPECT_THAT(odd.missing, ElementsAre(0, 1));
  EXPECT_THAT(odd.outside, ElementsAre(0, 0));
}

TEST(OddValues, LeaveOutTheFeatureOfABaseline) {
  const std::vector<float> rows = {5, 0, -5, 0};
  EXPECT_THAT(odd_values(rows, 2, {{-5, 0, 9}, {4, 0, 9}}).outside, ElementsAre(1, 0));
}

TEST(OddValues, AreThoseOfALoop) {
  constexpr std::size_t width = 37;
  RandomStream random(1, "", "odd values");
  std::vector<float> rows(width * 50);
  for (float& value : rows) {
    value = random.below(10) == 0 ? null : static_cast<float>(random.normal());
  }
  const FeatureRanges ranges{std::vector<float>(width, -1.0F), std::vector<float>(width, 1.5F)};
  std::vector<std::uint64_t> missing(width);
  std::vector<std::uint64_t> outside(width);
  for (std::size_t place = 0; place < rows.size(); ++place) {
    if (std::isnan(rows[place])) {
      ++missing[place % width];
    } else if (rows[place] < -1.0F || rows[place] > 1.5F) {
      ++outside[place % width];
    }
  }
  const OddValues odd = odd_values(rows, width, ranges);
  EXPECT_EQ(odd.missing, missing);
  EXPECT_EQ(odd.outside, outside);
}

}  // namespace
}  // namespace podium::serving
