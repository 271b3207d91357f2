#include "podium/serving/shadow/shadow_metrics.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::serving {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::array<double, 3> low_scores = {-1.0, 0.5, 2.0};
constexpr std::array<double, 2> high_scores = {10.0, 30.0};

TEST(ShadowMetrics, AddsUpWhatShadowModelsThink) {
  ShadowMetrics metrics;
  metrics.add("old new", {.overlap = 1.0, .has_other_best = false, .rbo = 0.75, .tau = -0.5},
              {"1", low_scores}, {"2", high_scores});
  metrics.add("old new", {.overlap = 0.5, .has_other_best = true, .rbo = 0.5, .tau = {}},
              {"1", low_scores}, {"2", high_scores});
  metrics.add_dropped();
  const std::string text = metrics.text();
  EXPECT_THAT(text, HasSubstr("podium_shadow_queries_total{pair=\"old new\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_other_best_total{pair=\"old new\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_overlap_sum{pair=\"old new\"} 1.5\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_rbo_sum{pair=\"old new\"} 1.25\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_tau_sum{pair=\"old new\"} -0.5\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_tau_queries_total{pair=\"old new\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_dropped_total 1\n"));
}

TEST(ShadowMetrics, HasQuantilesOfTheScoresOfBothModels) {
  ShadowMetrics metrics;
  metrics.add("a b", {}, {"1", low_scores}, {"2", high_scores});
  const std::string text = metrics.text();
  const std::string answered = "pair=\"a b\",side=\"answered\"";
  const std::string shadow = "pair=\"a b\",side=\"shadow\"";
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores{" + answered + ",quantile=\"0.05\"} -1\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores{" + answered + ",quantile=\"0.5\"} 0.5\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores{" + answered + ",quantile=\"0.95\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_sum{" + answered + "} 1.5\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_count{" + answered + "} 3\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_min{" + answered + "} -1\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_max{" + shadow + "} 30\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores{" + shadow + ",quantile=\"0.5\"} 10\n"));
}

TEST(ShadowMetrics, BeginsANewSampleForANewVersion) {
  ShadowMetrics metrics;
  metrics.add("a b", {}, {"1", low_scores}, {"2", low_scores});
  metrics.add("a b", {}, {"1", low_scores}, {"3", high_scores});
  const std::string text = metrics.text();
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_count{pair=\"a b\",side=\"answered\"} 6\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_count{pair=\"a b\",side=\"shadow\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_min{pair=\"a b\",side=\"shadow\"} 10\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_queries_total{pair=\"a b\"} 2\n"));
}

TEST(ShadowMetrics, SaysNothingOfScoresThatThereAreNot) {
  ShadowMetrics metrics;
  metrics.add("a b", {}, {"1", {}}, {"2", {}});
  EXPECT_THAT(metrics.text(), Not(HasSubstr("podium_shadow_scores{")));
  EXPECT_THAT(metrics.text(), HasSubstr("podium_shadow_queries_total{pair=\"a b\"} 1\n"));
}

}  // namespace
}  // namespace podium::serving
