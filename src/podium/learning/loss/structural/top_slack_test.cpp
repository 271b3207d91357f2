#include "podium/learning/loss/structural/top_slack.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/loss/structural/top_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(TopSlack, HasTheGoldenValues) {
  for (const TopMeasure measure : {TopMeasure::ndcg, TopMeasure::precision}) {
    const auto expected = golden(measure == TopMeasure::ndcg ? "top_ndcg3" : "top_prec3");
    const TopSlack loss({.measure = measure, .cutoff = 3, .ties = TopTies::shuffled});
    const PreparedQuery query = golden_top_query(loss);
    EXPECT_NEAR(evaluated(loss, query, scores).value, expected.at("slack_exact_loss"), 1e-12);
  }
}

TEST(TopSlack, IsTheLargestOverAllOrders) {
  RandomStream stream(1, "top-slack", "orders");
  std::size_t seen = 0;
  for_all_top_queries(
      stream, 6,
      [&](const TopSettings& settings, const WeakOrder& truth, const std::vector<double>& s) {
        const TopSlack loss(with_settings<TopSlackOptions>(settings));
        const PreparedQuery query = prepared(loss, truth);
        if (!query.contributes) return;
        ++seen;
        EXPECT_NEAR(evaluated(loss, query, s).value, TopOracle(settings, query, s).slack_loss(),
                    1e-12);
      });
  EXPECT_GT(seen, 150U);
}

TEST(TopSlack, StaysAboveItsPlanes) {
  RandomStream stream(2, "top-slack", "planes");
  for_all_top_queries(
      stream, 12,
      [&](const TopSettings& settings, const WeakOrder& truth, const std::vector<double>& s) {
        const TopSlack loss(with_settings<TopSlackOptions>(settings));
        const PreparedQuery query = prepared(loss, truth);
        EXPECT_LE(below_plane(loss, query, s, normal_scores(stream, s.size())), 1e-12);
      });
}

// What a cutting-plane method needs of an inexact loss: its planes stay below the exact one.
TEST(TopSlack, StaysAboveThePlanesOfAShortSearch) {
  RandomStream stream(3, "top-slack", "short");
  const TopSlack exact;
  const TopSlack brief({.search = 0});
  for (int round = 0; round < 300; ++round) {
    const PreparedQuery query = prepared(exact, random_grades(stream, 8, 4));
    const std::vector<double> s = normal_scores(stream, 8);
    const std::vector<double> t = normal_scores(stream, 8);
    const Evaluated plane = evaluated(brief, query, s);
    double at_t = plane.value;
    for (std::size_t i = 0; i < 8; ++i) at_t += plane.gradient[i] * (t[i] - s[i]);
    EXPECT_LE(at_t, evaluated(exact, query, t).value + 1e-12);
  }
}

TEST(TopSlack, BoundsWhatTheRankingLoses) {
  RandomStream stream(4, "top-slack", "bound");
  const Measure ndcg = parse_measure("ndcg@3", find_profile("standard"));
  for (int round = 0; round < 200; ++round) {
    const WeakOrder truth = random_grades(stream, 8, 3);
    const TopSlack loss({.cutoff = 3});
    const PreparedQuery query = prepared(loss, truth);
    if (!query.contributes) continue;
    const std::vector<double> s = normal_scores(stream, 8);
    const double value = ndcg(JudgedRanking(truth.view(), rank_by_score(s), false)).value();
    EXPECT_GE(evaluated(loss, query, s).value, 1.0 - value - 1e-12);
  }
}

TEST(TopSlack, LetsAPerfectRankerSpreadEquals) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 1, 0}});
  const Evaluated found = evaluated(TopSlack({.cutoff = 2}), truth, std::vector<double>{2, 1, -5});
  EXPECT_EQ(found.value, 0.0);
  EXPECT_THAT(found.gradient, testing::Each(0.0));
}

TEST(TopSlack, CannotUseQueriesWhereEveryOrderIsAsGood) {
  const TopSlack loss;
  EXPECT_FALSE(prepared(loss, WeakOrder{}).contributes);
  EXPECT_FALSE(prepared(loss, weak_order(GradedTruth{{2}})).contributes);
  EXPECT_FALSE(prepared(loss, weak_order(GradedTruth{{1, 1, 1}})).contributes);
  EXPECT_TRUE(prepared(loss, weak_order(GradedTruth{{1, 0}})).contributes);
}

}  // namespace
}  // namespace podium
