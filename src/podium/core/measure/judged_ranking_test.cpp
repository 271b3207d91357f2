#include "podium/core/measure/judged_ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(JudgedRanking, ShowsLabelsByRankAndOfTheIdealList) {
  const WeakOrder truth = weak_order(GradedTruth{{0.5, -1, 31, 0.5}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(std::vector<double>{1, 3, 2});
  const JudgedRanking judged(view, ranking);
  EXPECT_THAT(judged.ranked_label(), ElementsAre(-1, 31, 0.5));
  EXPECT_THAT(judged.ideal_label(), ElementsAre(31, 0.5, 0.5)) << "-1: not judged";
}

TEST(JudgedRanking, AveragesAGroupThatCrossesTheCutoffWhole) {
  const WeakOrder truth = weak_order(GradedTruth{{3, 1, 2, 6}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(std::vector<double>{9, 5, 5, 5});
  const auto label = [](double value) { return value; };
  EXPECT_THAT(JudgedRanking(view, ranking, true).values_by_rank(2, label), ElementsAre(3, 3));
  EXPECT_THAT(JudgedRanking(view, ranking, false).values_by_rank(2, label), ElementsAre(3, 1));
}

TEST(JudgedRanking, RefusesDocumentsThatTheTruthDoesNotKnow) {
  const WeakOrder truth = weak_order(GradedTruth{{1}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(std::vector<double>{2, 1});
  EXPECT_THROW(JudgedRanking(view, ranking), ContractError);
}

}  // namespace
}  // namespace podium
