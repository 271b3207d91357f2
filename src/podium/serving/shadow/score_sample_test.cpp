#include "podium/serving/shadow/score_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace podium::serving {
namespace {

TEST(ScoreSample, IsExactForFewScores) {
  ScoreSample sample;
  EXPECT_TRUE(std::isnan(sample.quantile(0.5)));
  std::vector<double> scores(100);
  std::iota(scores.begin(), scores.end(), -49.0);  // -49 .. 50
  RandomStream(7, "", "test").shuffle(std::span(scores));
  sample.add(std::span(scores).first(60));
  sample.add(std::span(scores).subspan(60));
  EXPECT_EQ(sample.count(), 100U);
  EXPECT_EQ(sample.sum(), 50.0);
  EXPECT_EQ(sample.least(), -49.0);
  EXPECT_EQ(sample.greatest(), 50.0);
  EXPECT_EQ(sample.quantile(0.05), -45.0);
  EXPECT_EQ(sample.quantile(0.5), 0.0);
  EXPECT_EQ(sample.quantile(0.95), 45.0);
  EXPECT_EQ(sample.quantile(1.0), 50.0);
}

/// A million scores in ascending order, the worst case for a sample that forgets early or late
/// ones.
TEST(ScoreSample, StaysWithinItsErrorForManyScores) {
  constexpr std::size_t count = 1'000'000;
  std::vector<double> scores(count);
  std::iota(scores.begin(), scores.end(), 0.0);
  ScoreSample sample;
  for (std::size_t begin = 0; begin < count; begin += 1000) {
    sample.add(std::span(scores).subspan(begin, 1000));
  }
  for (const double share : {0.05, 0.5, 0.95}) {
    const double deviation =
        std::sqrt(share * (1.0 - share) / static_cast<double>(ScoreSample::kept));
    EXPECT_NEAR(sample.quantile(share) / static_cast<double>(count), share, 5.0 * deviation);
  }
  EXPECT_EQ(sample.least(), 0.0);
  EXPECT_EQ(sample.greatest(), static_cast<double>(count - 1));
}

}  // namespace
}  // namespace podium::serving
