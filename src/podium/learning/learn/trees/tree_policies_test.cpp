#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"
#include "podium/learning/trees/tree_fixture.hpp"

namespace podium {
namespace {

// What is decided where numbers alone decide nothing, on data small enough to see it.

using fixture::BinnedRows;
using testing::ElementsAre;

GrowthRule any_split(std::size_t leaves) {
  GrowthRule rule{.leaves = leaves};
  rule.split.min_rows = 1;
  rule.split.min_curvature = 0.0;
  return rule;
}

RegressionTree grown(const std::vector<std::vector<float>>& rows, const GrowthRule& rule,
                     const std::vector<double>& gradient) {
  const std::vector<double> ones(rows.size(), 1.0);
  return BinnedRows(rows).grow(rule, gradient, ones).tree;
}

TEST(TreePolicies, MissingValuesGoRightWhereBothSidesGainTheSame) {
  const RegressionTree tree = grown({{1}, {2}, {std::nanf("")}}, any_split(2), {1, -1, 0});
  ASSERT_EQ(tree.splits.size(), 1U);
  EXPECT_EQ(tree.splits[0].threshold, 1.5);
  EXPECT_FALSE(tree.splits[0].missing_left);
}

TEST(TreePolicies, TheLargerSideTakesMissingValuesThatTrainingDoesNotHave) {
  const auto goes_left = [](const std::vector<double>& gradient) {
    return grown({{1}, {2}, {3}}, any_split(2), gradient).splits.at(0).missing_left;
  };
  EXPECT_TRUE(goes_left({1, 1, -2}));
  EXPECT_FALSE(goes_left({2, -1, -1}));
  EXPECT_TRUE(grown({{1}, {2}}, any_split(2), {1, -1}).splits.at(0).missing_left) << "equal sides";
}

TEST(TreePolicies, OfEqualGainsTheOlderLeafIsSplit) {
  // Both halves of the root could be split with the same gain.
  const RegressionTree tree = grown({{0, 0}, {0, 1}, {1, 0}, {1, 1}}, any_split(3), {6, -1, -6, 1});
  ASSERT_EQ(tree.splits.size(), 2U);
  EXPECT_EQ(tree.splits[0].feature, 0U);
  EXPECT_EQ(tree.splits[0].left, 1);
  EXPECT_LT(tree.splits[0].right, 0);
}

TEST(TreePolicies, OfEqualGainsTheSmallerThresholdAndTheFirstFeatureAreTaken) {
  // Between 1 and 3 no row has a gradient, and the second feature parts the same rows.
  const RegressionTree tree = grown({{1, 9}, {2, 7}, {3, 5}}, any_split(2), {1, 0, -1});
  ASSERT_EQ(tree.splits.size(), 1U);
  EXPECT_EQ(tree.splits[0].feature, 0U);
  EXPECT_EQ(tree.splits[0].threshold, 1.5);
}

TEST(TreePolicies, ASplitMustGainMoreThanTheMinimum) {
  GrowthRule rule = any_split(2);
  const double gain = grown({{1}, {2}}, rule, {1, -1}).splits.at(0).gain;
  rule.split.min_gain = 0.99 * gain;
  EXPECT_EQ(grown({{1}, {2}}, rule, {1, -1}).splits.size(), 1U);
  rule.split.min_gain = gain;
  EXPECT_TRUE(grown({{1}, {2}}, rule, {1, -1}).splits.empty());
}

TEST(TreePolicies, EverySideHasTheMinimumOfRows) {
  GrowthRule rule = any_split(8);
  rule.split.min_rows = 2;
  const RegressionTree tree = grown({{1}, {2}, {3}, {4}, {5}}, rule, {9, -1, -1, -1, -1});
  ASSERT_EQ(tree.splits.size(), 1U) << "3 rows cannot be split again";
  EXPECT_THAT(tree.rows, ElementsAre(5, 2, 3));
}

TEST(TreePolicies, WhatOnlyRoundingGainsIsNoSplit) {
  // Every row asks for the same step, so that no split lowers anything.
  RandomStream random(1, "", "policies");
  std::vector<std::vector<float>> rows;
  std::vector<double> gradient;
  std::vector<double> curvature;
  for (int row = 0; row < 200; ++row) {
    rows.push_back({static_cast<float>(row), static_cast<float>(row * 37 % 200)});
    curvature.push_back(0.1 + random.uniform());
    gradient.push_back(-0.3 * curvature.back());
  }
  GrowthRule rule = any_split(31);
  rule.split.leaf.l2 = 0.0;
  EXPECT_TRUE(BinnedRows(rows).grow(rule, gradient, curvature).tree.splits.empty());
}

TEST(TreePolicies, AsManyThresholdsAsFitAreAllTaken) {
  std::vector<std::vector<float>> rows(100, {0.0F});
  for (const float value : {1.0F, 2.0F, 3.0F}) rows.push_back({value});
  EXPECT_THAT(tree_thresholds(fixture::dataset_of(rows), 3, 1)[0], ElementsAre(0.5, 1.5, 2.5));
  EXPECT_THAT(tree_thresholds(fixture::dataset_of(rows), 2, 1)[0], ElementsAre(0.5, 2.5));
}

TEST(TreePolicies, AMonotoneFeatureMakesOnlyStepsInItsDirection) {
  const std::vector<std::vector<float>> rows = {{1}, {2}, {3}};
  GrowthRule rule = any_split(3);
  rule.sign = {1};
  EXPECT_TRUE(grown(rows, rule, {-3, 0, 3}).splits.empty()) << "all steps fall";
  const RegressionTree up = grown(rows, rule, {3, 0, -3});
  EXPECT_EQ(up.splits.size(), 2U);
  // Values below a split stay on their side of the middle.
  const RegressionTree cut = grown({{1}, {2}, {3}, {4}}, rule, {4, 1, 2, -9});
  for (float x = 1; x < 4; ++x) {
    EXPECT_LE(cut.value[cut.leaf_of(std::vector<float>{x})],
              cut.value[cut.leaf_of(std::vector<float>{x + 1})]);
  }
}

TEST(TreePolicies, StepsOfTheSquaredErrorAreAsLargeAsItsTargets) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0, 100}}, std::vector<float>{1, 2});
  const PreparedTraining data({}, std::move(builder).build());
  const OptionText options = {
      {"rounds", "1"}, {"rate", "1"}, {"min-rows", "1"}, {"l2", "0"}, {"max-step", "4"}};
  EXPECT_THAT(score(train("mart", options, data).model, data.train()), ElementsAre(0.0, 100.0));
  EXPECT_THAT(
      score(train("trees", merged(options, {{"loss", "exponential"}}), data).model, data.train()),
      testing::Each(testing::Truly([](double s) { return std::abs(s) <= 4.0; })));
}

TEST(TreePolicies, AStartToWhichNothingIsAddedStaysAsItIs) {
  const PreparedTraining data({}, crossed(31, 10));
  const RankingModel linear = train("listnet", {}, data).model;
  const RankingModel trees = train("lambdamart", {{"rounds", "4"}}, data).model;
  const OptionText none = {{"rounds", "0"}};
  const auto scores = [&](const RankingModel& model) { return score(model, data.train()); };
  for (const RankingModel& start : {linear, trees}) {
    for (const OptionText& more : {OptionText{}, {{"dropout", "0.5"}}, {{"loss", "rank-cosine"}}}) {
      const TrainedModel found = train("trees", merged(none, more), data, {.start = &start});
      EXPECT_EQ(scores(found.model), scores(start));
    }
  }
}

TEST(TreePolicies, ValidationSeesTheWeightsThatDropoutGives) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const PreparedTraining data({.seed = seed}, crossed(40 + seed, 10), crossed(50 + seed, 10),
                                ndcg10());
    double last = 0.0;
    const RunOptions run{.progress = [&](const TrainingProgress& progress) {
      last = *progress.validation;
      return true;
    }};
    const OptionText options = {{"rounds", "6"},    {"keep", "last"}, {"rate", "0.5"},
                                {"dropout", "0.5"}, {"leaves", "3"},  {"feature-share", "0.3"}};
    const TrainedModel found = train("lambdamart", options, data, run);
    EXPECT_NEAR(last, ndcg10_of(data.vali(), score(found.model, data.vali())), 1e-12);
    EXPECT_LT(last, 1.0);
  }
}

}  // namespace
}  // namespace podium
