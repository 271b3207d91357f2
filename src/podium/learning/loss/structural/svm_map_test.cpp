#include "podium/learning/loss/structural/svm_map.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/structural/ranking_oracle_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;

static_assert(has_all_fields<SvmMapOptions>());

const SvmMap svm_map;

std::vector<bool> relevant_of(const WeakOrder& truth, double least = 1.0) {
  std::vector<bool> is_relevant;
  for (const double label : truth.label) is_relevant.push_back(label >= least);
  return is_relevant;
}

TEST(SvmMap, GivesTheWorkedExample) {
  const auto golden = fixture::golden("svmmap");
  ASSERT_EQ(relevant_of(fixture::graded), golden.at("rel").get<std::vector<bool>>());
  const double true_score = golden.at("wpsi_true");
  const auto found = evaluated(svm_map, fixture::graded, fixture::scores);
  EXPECT_NEAR(found.value, golden.at("H").get<double>() - true_score, 1e-14);
  EXPECT_NEAR(found.value, 0.891666667, 1e-9);
  fixture::expect_near(found.gradient, {1.0, -0.25, -0.25, 0.5, -0.5, -0.5}, 1e-15);
  const double moved = std::inner_product(found.gradient.begin(), found.gradient.end(),
                                          fixture::scores.begin(), 0.0);
  EXPECT_NEAR(moved, golden.at("wpsi_bar").get<double>() - true_score, 1e-14);
  EXPECT_NEAR(found.value - moved, golden.at("delta").get<double>(), 1e-14);
}

TEST(SvmMap, IsTheLargestViolationOfAllRankings) {
  RandomStream stream(1, "svm-map", "all");
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 2 + stream.below(5);
    const WeakOrder truth = fixture::random_grades(stream, n, 3);
    const auto s = round % 2 == 0 ? fixture::tied_scores(stream, n, 4, 0.125)
                                  : fixture::normal_scores(stream, n, 0.5);
    const double relevant = round % 3 == 0 ? 2.0 : 1.0;
    const auto query = fixture::prepared(SvmMap({.relevant = relevant}), truth);
    if (!query.contributes) continue;
    const auto found = evaluated(SvmMap({.relevant = relevant}), query, s);
    EXPECT_NEAR(found.value, fixture::largest_violation(relevant_of(truth, relevant), s), 1e-13);
  }
}

TEST(SvmMap, BoundsTheLostAveragePrecisionFromAbove) {
  RandomStream stream(2, "svm-map", "bound");
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 2 + stream.below(40);
    const WeakOrder truth = fixture::random_grades(stream, n, 2);
    if (!fixture::prepared(svm_map, truth).contributes) continue;
    const auto s = fixture::normal_scores(stream, n, 0.3);
    EXPECT_GE(evaluated(svm_map, truth, s).value + 1e-14,
              1.0 - fixture::average_precision(rank_by_score(s).order, relevant_of(truth)));
  }
}

TEST(SvmMap, IsZeroWhenTheRelevantAreFarAhead) {
  const std::vector<double> s = {-9, 4, 5, -8, 7, 6};
  const auto found = evaluated(svm_map, fixture::graded, s);
  EXPECT_EQ(found.value, 0.0);
  EXPECT_THAT(found.gradient, testing::Each(0.0));
}

TEST(SvmMap, TakesTheTopOfATopKTruthAsRelevant) {
  EXPECT_EQ(evaluated(svm_map, fixture::top3, fixture::scores).value,
            evaluated(svm_map, fixture::top3_against_rest, fixture::scores).value);
}

TEST(SvmMap, CannotUseAQueryOfOneClass) {
  for (const std::vector<double>& labels :
       {std::vector<double>{}, {1}, {0}, {0, 0.5, -1}, {1, 2, 1}}) {
    EXPECT_FALSE(fixture::prepared(svm_map, weak_order(GradedTruth{labels})).contributes);
  }
  EXPECT_TRUE(fixture::prepared(svm_map, weak_order(GradedTruth{{0.5, 1}})).contributes);
}

TEST(SvmMap, KeepsItsDigitsFarFromZero) {
  RandomStream stream(3, "svm-map", "far");
  const WeakOrder truth = fixture::random_grades(stream, 600, 2);
  auto s = fixture::tied_scores(stream, 600, 500, 0x1p-8);
  const auto near = evaluated(svm_map, truth, s);
  for (double& score : s) score += 0x1p40;
  const auto far = evaluated(svm_map, truth, s);
  EXPECT_NEAR(far.value, near.value, 1e-12);
  EXPECT_EQ(far.gradient, near.gradient);
}

}  // namespace
}  // namespace podium
