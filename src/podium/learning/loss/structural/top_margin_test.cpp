#include "podium/learning/loss/structural/top_margin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/loss/structural/top_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(TopMargin, HasTheGoldenValues) {
  for (const TopMeasure measure : {TopMeasure::ndcg, TopMeasure::precision}) {
    const auto expected = golden(measure == TopMeasure::ndcg ? "top_ndcg3" : "top_prec3");
    const TopSettings options{.measure = measure, .cutoff = 3, .ties = TopTies::shuffled};
    const TopMargin loss(options);
    const PreparedQuery query = golden_top_query(loss);
    EXPECT_NEAR(evaluated(loss, query, scores).value, expected.at("margin_loss"), 1e-12);

    Workspace workspace;
    const TopQuery known(options, query.query(), scores, workspace);
    const TopOrder worst = known.best_order(1.0, workspace);
    EXPECT_NEAR(worst.loss, expected.at("margin_delta"), 1e-12);
    for (std::size_t place = 0; place < 6; ++place) {
      EXPECT_NEAR(known.gain()[place], expected.at("b").at(query.order[place]), 1e-12);
    }
    for (std::size_t rank = 0; rank < 3; ++rank) {
      EXPECT_EQ(query.order[worst.places[rank]], expected.at("margin_order").at(rank));
    }
  }
}

TEST(TopMargin, IsTheLargestOverAllOrders) {
  RandomStream stream(1, "top-margin", "orders");
  std::size_t seen = 0;
  for_all_top_queries(
      stream, 6,
      [&](const TopSettings& settings, const WeakOrder& truth, const std::vector<double>& s) {
        const TopMargin loss(settings);
        const PreparedQuery query = prepared(loss, truth);
        if (!query.contributes) return;
        ++seen;
        EXPECT_NEAR(evaluated(loss, query, s).value, TopOracle(settings, query, s).margin_loss(),
                    1e-12);
      });
  EXPECT_GT(seen, 150U);
}

TEST(TopMargin, StaysAboveItsPlanes) {
  RandomStream stream(2, "top-margin", "planes");
  for_all_top_queries(
      stream, 12,
      [&](const TopSettings& settings, const WeakOrder& truth, const std::vector<double>& s) {
        const TopMargin loss(settings);
        const PreparedQuery query = prepared(loss, truth);
        EXPECT_LE(below_plane(loss, query, s, normal_scores(stream, s.size())), 1e-12);
      });
}

TEST(TopMargin, BoundsWhatTheRankingLoses) {
  RandomStream stream(3, "top-margin", "bound");
  const Measure ndcg = parse_measure("ndcg@3", find_profile("standard"));
  for (int round = 0; round < 200; ++round) {
    const WeakOrder truth = random_grades(stream, 8, 3);
    const TopMargin loss({.cutoff = 3});
    const PreparedQuery query = prepared(loss, truth);
    if (!query.contributes) continue;
    const std::vector<double> s = normal_scores(stream, 8);
    const double value = ndcg(JudgedRanking(truth.view(), rank_by_score(s), false)).value();
    EXPECT_GE(evaluated(loss, query, s).value, 1.0 - value - 1e-12);
  }
}

TEST(TopMargin, PunishesAPerfectRankerForSpreadingEquals) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 1, 0}});
  const std::vector<double> spread = {2, 1, -5};
  const TopMargin loss({.cutoff = 2});
  EXPECT_NEAR(evaluated(loss, truth, spread).value, 0.184535123, 1e-9);  // of the specification
  const std::vector<double> even = {1.5, 1.5, -5};
  EXPECT_NEAR(evaluated(loss, truth, even).value, 0.0, 1e-15);
}

TEST(TopMargin, LosesNothingWithFewRelevantDocumentsInFront) {
  const TopMargin loss({.measure = TopMeasure::precision, .cutoff = 3});
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 0, 0, 0}});
  const PreparedQuery query = prepared(loss, truth);
  EXPECT_THAT(query.target, testing::ElementsAre(3.0, 0.0, 0.0, 0.0, 0.0));
  EXPECT_NEAR(evaluated(loss, query, std::vector<double>{9, 0, 0, 0, 0}).value, 0.0, 1e-15);
}

TEST(TopMargin, IgnoresACommonShiftUnlessPsiIsLiteral) {
  std::vector<double> shifted = scores;
  for (double& s : shifted) s += 0.75;
  for (const TopMeasure measure : {TopMeasure::ndcg, TopMeasure::precision}) {
    const TopMargin loss({.measure = measure, .cutoff = 3});
    EXPECT_NEAR(evaluated(loss, graded, scores).value, evaluated(loss, graded, shifted).value,
                1e-14);
    const TopMargin literal({.measure = measure, .cutoff = 3, .psi = TopPsi::literal});
    EXPECT_GT(std::abs(evaluated(literal, graded, scores).value -
                       evaluated(literal, graded, shifted).value),
              0.05);
  }
}

TEST(TopMargin, LearnsNothingOfIrrelevantDocumentsIfPsiIsLiteral) {
  const TopMargin literal({.cutoff = 3, .psi = TopPsi::literal});
  const std::vector<double> gradient = evaluated(literal, graded, scores).gradient;
  EXPECT_EQ(gradient[0], 0.0);
  EXPECT_EQ(gradient[3], 0.0);
  EXPECT_NE(evaluated(TopMargin({.cutoff = 3}), graded, scores).gradient[0], 0.0);
}

TEST(TopMargin, CannotUseQueriesWhereEveryOrderIsAsGood) {
  const TopMargin ndcg;
  const TopMargin precision({.measure = TopMeasure::precision, .cutoff = 2});
  for (const Loss& loss : {ndcg, precision}) {
    for (const std::vector<double>& labels :
         {std::vector<double>{}, std::vector<double>{2}, std::vector<double>{1, 1, 1},
          std::vector<double>{0, -1, 0}}) {
      EXPECT_FALSE(prepared(loss, weak_order(GradedTruth{labels})).contributes);
    }
    EXPECT_TRUE(prepared(loss, weak_order(GradedTruth{{1, 0, 1}})).contributes);
  }
  EXPECT_TRUE(prepared(ndcg, weak_order(GradedTruth{{1, 0}})).contributes);
  EXPECT_FALSE(prepared(precision, weak_order(GradedTruth{{1, 0}})).contributes);
}

}  // namespace
}  // namespace podium
