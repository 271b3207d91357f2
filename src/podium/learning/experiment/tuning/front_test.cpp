#include "podium/learning/experiment/tuning/front.hpp"

#include <array>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/experiment/tuning/planted_data_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const std::array<std::string, 2> labels = {"rel", "margin"};

Goal goal(const std::string& text) {
  return parse_goal(text, labels, find_profile("standard"));
}

TEST(Goal, IsAMeasureAndBounds) {
  const Goal one = goal("NDCG@10(rel) subject to ndcg@10(margin) >= -1%");
  ASSERT_EQ(one.size(), 2);
  EXPECT_EQ(one[0].text, "ndcg@10(rel)");
  EXPECT_FALSE(one[0].is_second);
  EXPECT_EQ(one[1].text, "ndcg@10(margin)");
  EXPECT_TRUE(one[1].is_second);
  EXPECT_TRUE(one[1].is_relative);
  EXPECT_DOUBLE_EQ(one[1].bound, 0.99);
  const Goal two = goal("err(max=4)@20(margin) subject to p@1(rel) >= 0.4 and map(margin) >= +2%");
  ASSERT_EQ(two.size(), 3);
  EXPECT_EQ(two[0].text, "err(max=4)@20(margin)");
  EXPECT_FALSE(two[1].is_relative);
  EXPECT_DOUBLE_EQ(two[1].bound, 0.4);
  EXPECT_DOUBLE_EQ(two[2].bound, 1.02);
}

TEST(Goal, RefusesWhatItDoesNotMean) {
  const auto reading = [](const char* text) { return [=] { (void)goal(text); }; };
  EXPECT_THAT(reading("ndcg@10(rel)"),
              ThrowsMessage<UsageError>(HasSubstr("expected MEASURE(LABEL) subject to")));
  EXPECT_THAT(reading("ndcg@10(click) subject to ndcg(margin) >= 0"),
              ThrowsMessage<UsageError>(HasSubstr("ndcg@10(rel) or ndcg@10(margin)")));
  EXPECT_THAT(reading("ndcg@10 subject to ndcg(margin) >= 0"),
              ThrowsMessage<UsageError>(HasSubstr("a measure of a label")));
  EXPECT_THAT(reading("ndcg(rel) subject to ndcg(margin) > 0"),
              ThrowsMessage<UsageError>(HasSubstr(">= BOUND")));
  EXPECT_THAT(reading("ndcg(rel) subject to ndcg(margin) >= 0 and "),
              ThrowsMessage<UsageError>(HasSubstr("found")));
  EXPECT_THAT(reading("nonsense(rel) subject to ndcg(margin) >= 0"),
              ThrowsMessage<UsageError>(HasSubstr("nonsense")));
}

TEST(BestFeasible, IsThatOfTheGolden) {
  std::ifstream file(golden_path("several_objectives.json"));
  const nlohmann::json golden = nlohmann::json::parse(file).at("objectives");
  std::vector<FrontPoint> points;
  for (const auto& row : golden["front (lambda, w1, w2, ndcg A, ndcg B)"]) {
    points.push_back({.lambda = row[0], .value = {row[3], row[4]}});
    points.back().is_feasible = points.back().value[1] >= golden["bound"].get<double>();
  }
  EXPECT_EQ(points[best_feasible(points).value()].lambda, golden["chosen"][0].get<double>());
  for (const FrontPoint& point : points) EXPECT_TRUE(is_on_front(points, point));
  points[3].value[0] -= 0.01;
  EXPECT_FALSE(is_on_front(points, points[3]));
  for (FrontPoint& point : points) point.is_feasible = false;
  EXPECT_EQ(best_feasible(points), std::nullopt);
}

/// Second labels follow feature 2, a little.
Dataset two_labels(std::size_t queries, std::uint64_t seed) {
  const Dataset data = planted(queries, seed);
  std::vector<double> label;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const FeatureRows rows = data[q].features;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      const std::vector<float> values = rows.dense();
      const float value = values[doc * data.feature_count() + 2];
      label.push_back(doc == 0 ? -1.0 : value > 0.8F ? 2.0 : value > 0.5F ? 1.0 : 0.0);
    }
  }
  return data.with_second_label(label);
}

FrontPlan plan_of(const std::string& text, const std::string& algorithm = "listnet",
                  const OptionText& options = {{"l2", "0.01"}}) {
  const Profile& profile = find_profile("standard");
  FrontPlan plan{.tune = {.preparation = {},
                          .metric = {parse_measure("ndcg@10", profile), &profile, profile.ties},
                          .baseline = "1"},
                 .goal = goal(text)};
  plan.tune.algorithms = tuned_algorithms(algorithm, options);
  return plan;
}

TEST(Front, ChoosesTheBestPointWithinTheBound) {
  const Front front =
      find_front(plan_of("ndcg@10(rel) subject to ndcg@10(margin) >= 0.7"), two_labels(60, 1))
          .value();
  EXPECT_EQ(front.folds, 5);
  EXPECT_EQ(front.fits, 14 * 5 + 1);
  ASSERT_EQ(front.points.size(), 14);
  const FrontPoint& chosen = front.points[front.chosen];
  EXPECT_GE(chosen.value[1], 0.7);
  EXPECT_GT(chosen.lambda, 0.0);
  EXPECT_LT(chosen.lambda, 1.0);
  for (const FrontPoint& point : front.points) {
    EXPECT_EQ(point.is_feasible, point.value[1] >= 0.7);
    if (point.is_feasible) EXPECT_GE(chosen.value[0], point.value[0]);
    EXPECT_EQ(point.share > 0.5, point.value[1] > 0.7) << point.lambda;
    EXPECT_TRUE(point.interval[0].holds(point.value[0]));
  }
  EXPECT_GT(front.points.back().value[1], front.points.front().value[1] + 0.1);
  EXPECT_LT(front.points.back().value[0], front.points.front().value[0] - 0.1);
  // The bound holds on queries that had no part in it, too, but for a little.
  const Dataset unseen = two_labels(200, 2);
  const std::vector<double> scores = score(front.trained.model, unseen);
  const Measure ndcg = parse_measure("ndcg@10", find_profile("standard"));
  const Dataset second = with_second_truth(unseen);
  const Evaluation found = evaluate(scored_queries(second, scores), std::span(&ndcg, 1),
                                    find_profile("standard"), TieRule::input);
  EXPECT_GE(found.mean.front(), 0.67);
}

TEST(Front, OfTreesIsRelativeToTheBaseline) {
  const FrontPlan plan = plan_of("ndcg@10(rel) subject to ndcg@10(margin) >= +10%", "lambdamart",
                                 {{"rounds", "10"}, {"leaves", "4"}, {"min-rows", "5"}});
  const Front front = find_front(plan, two_labels(40, 3)).value();
  ASSERT_TRUE(front.baseline);
  EXPECT_DOUBLE_EQ(front.goal[1].bound, 1.1 * front.baseline->value[1]);
  EXPECT_GE(front.points[front.chosen].value[1], front.goal[1].bound);
  const TuningRecord& tuning = front.trained.model.training.tuning.value();
  EXPECT_EQ(tuning.points.size(), front.points.size());
  EXPECT_EQ(tuning.points[front.chosen].weight, 1.0);
  EXPECT_EQ(tuning.points[0].options, (OptionText{{"lambda", "0"}}));
}

TEST(Front, IsSurerWithALargerShareOfTheSecondLabel) {
  FrontPlan plan = plan_of("ndcg@10(rel) subject to ndcg@10(margin) >= 0.7");
  const Dataset data = two_labels(60, 1);
  const Front usual = find_front(plan, data).value();
  plan.sure = 0.95;
  const Front sure = find_front(plan, data).value();
  EXPECT_LT(usual.points[usual.chosen].share, 0.95);
  EXPECT_GE(sure.points[sure.chosen].share, 0.95);
  EXPECT_GT(sure.points[sure.chosen].lambda, usual.points[usual.chosen].lambda);
}

TEST(Front, HasTheSameBitsForAnyNumberOfThreads) {
  const FrontPlan plan = plan_of("ndcg@10(rel) subject to ndcg@10(margin) >= 0.7");
  const Dataset data = two_labels(30, 4);
  const auto text = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    const Front front = find_front(plan, data).value();
    std::string all = to_json(front.trained.model);
    for (const FrontPoint& point : front.points) {
      all += fmt::format(" {} {} {}", point.value[0], point.value[1], point.share);
    }
    return all;
  };
  EXPECT_EQ(text(1), text(2));
}

TEST(Front, WithoutAFeasiblePointIsAnError) {
  const Dataset data = two_labels(20, 5);
  const auto finding = [&](const char* text, const std::string& baseline) {
    FrontPlan plan = plan_of(text);
    plan.tune.baseline = baseline;
    return [=] { (void)find_front(plan, data); };
  };
  EXPECT_THAT(finding("ndcg@10(rel) subject to ndcg@10(margin) >= 0.999", "1"),
              ThrowsMessage<NumericError>(testing::AllOf(HasSubstr("ndcg@10(margin) reaches 0."),
                                                         HasSubstr("expected 0.9990"))));
  EXPECT_THAT(finding("ndcg@10(rel) subject to ndcg@10(margin) >= -1%", ""),
              ThrowsMessage<UsageError>(HasSubstr("name it by --baseline")));
}

}  // namespace
}  // namespace podium
