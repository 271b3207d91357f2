#include "podium/learning/experiment/statistics/mean_interval.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace podium {
namespace {

static_assert(has_all_fields<IntervalOptions>());

const std::vector<double> values = {0.1, 0.4, 0.35, 0.8, 0.55, 0.2, 0.6, 0.3};

TEST(MeanInterval, IsStudentsByDefault) {
  // By hand: mean .4125, sd .227956763, t(.025; 7) = 2.364624252.
  const Interval interval = mean_interval(values, {}, {}, 1);
  EXPECT_NEAR(interval.low, 0.4125 - 2.364624252 * 0.227956763 / std::sqrt(8.0), 1e-8);
  EXPECT_NEAR(interval.high, 0.4125 + 2.364624252 * 0.227956763 / std::sqrt(8.0), 1e-8);
}

TEST(MeanInterval, OfTheBootstrapIsThatOfItsSeed) {
  const IntervalOptions options{.kind = IntervalKind::bootstrap};
  const Interval interval = mean_interval(values, {}, options, 1);
  EXPECT_EQ(interval, mean_interval(values, {}, options, 1));
  // Close to the normal approximation with sd / sqrt(m) over m instead of m - 1.
  EXPECT_NEAR(interval.low, 0.4125 - 1.96 * 0.2132 / std::sqrt(8.0), 0.02);
  EXPECT_NEAR(interval.high, 0.4125 + 1.96 * 0.2132 / std::sqrt(8.0), 0.02);
}

TEST(MeanInterval, LeavesOutWhatWasSkipped) {
  std::vector<double> with_gaps = values;
  with_gaps.insert(with_gaps.begin() + 3, std::nan(""));
  EXPECT_EQ(mean_interval(with_gaps, {}, {}, 1), mean_interval(values, {}, {}, 1));
}

TEST(MeanInterval, IsUnknownForFewerThanTwoValues) {
  EXPECT_FALSE(mean_interval({}, {}, {}, 1).is_known());
  EXPECT_FALSE(mean_interval(std::vector<double>{0.5}, {}, {}, 1).is_known());
  EXPECT_FALSE(mean_interval(values, {}, {.kind = IntervalKind::none}, 1).is_known());
}

TEST(MeanInterval, GrowsWithTheConfidence) {
  EXPECT_LT(mean_interval(values, {}, {.confidence = 0.99}, 1).low,
            mean_interval(values, {}, {.confidence = 0.9}, 1).low);
}

TEST(MeanInterval, OfEqualWeightsIsThatWithoutWeights) {
  const std::vector<double> equal(values.size(), 3.0);
  const Interval plain = mean_interval(values, {}, {}, 1);
  const Interval weighted = mean_interval(values, equal, {}, 1);
  EXPECT_NEAR(weighted.low, plain.low, 1e-12);
  EXPECT_NEAR(weighted.high, plain.high, 1e-12);
}

TEST(MeanInterval, FollowsTheWeights) {
  // By hand: values 0, 1, 1 with weights 2, 1, 1: mean .5, squares 1 + .25 + .25 = 1.5,
  // standard error sqrt(3/2 * 1.5) / 4 = .375, t(.025; 2) = 4.302652730.
  const std::vector<double> some = {0, 1, 9, 1};
  const std::vector<double> weights = {2, 1, 0, 1};
  const Interval interval = mean_interval(some, weights, {}, 1);
  EXPECT_NEAR(interval.low, 0.5 - 4.302652730 * 0.375, 1e-8);
  EXPECT_NEAR(interval.high, 0.5 + 4.302652730 * 0.375, 1e-8);
  const Interval bootstrap = mean_interval(some, weights, {.kind = IntervalKind::bootstrap}, 1);
  EXPECT_EQ(bootstrap, (Interval{0.0, 1.0}));
}

TEST(MeanIntervals, PoolTheQueriesOfAllParts) {
  const Evaluation first{.measure = {"map"}, .value = {{0.1, 0.4, 0.35}}};
  const Evaluation second{.measure = {"map"}, .value = {{0.8, 0.55, 0.2, 0.6, 0.3}}};
  const std::vector<const Evaluation*> parts = {&first, &second};
  const std::vector<Interval> pooled = mean_intervals(parts, {}, 1);
  ASSERT_EQ(pooled.size(), 1U);
  EXPECT_EQ(pooled[0], mean_interval(values, {}, {}, 1));
  EXPECT_TRUE(mean_intervals(first, {.kind = IntervalKind::none}, 1).empty());
}

TEST(MeanIntervals, DoNotLeaveTheRangeOfTheMeasure) {
  const std::vector<double> value = {1, 1, 1, 0, 1};
  const Interval free = mean_interval(value, {}, {}, 1);
  ASSERT_GT(free.high, 1.0);
  const Evaluation evaluation{.measure = {"p@1", "dcg@1", "mine"}, .value = {value, value, value}};
  const std::vector<Interval> found = mean_intervals(evaluation, {}, 1);
  EXPECT_EQ(found[0], (Interval{free.low, 1.0}));
  EXPECT_EQ(found[1], free);
  EXPECT_EQ(found[2], free);
  const Evaluation bad{.measure = {"p@1"}, .value = {{0, 0, 1, 0, 0}}};
  EXPECT_EQ(mean_intervals(bad, {}, 1)[0].low, 0.0);
}

TEST(ConfidenceText, IsAPercentage) {
  EXPECT_EQ(confidence_text({}), "95 %");
  EXPECT_EQ(confidence_text({.confidence = 0.999}), "99.9 %");
}

}  // namespace
}  // namespace podium
