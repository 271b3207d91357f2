#include "podium/core/measure/orders/strict_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

TEST(StrictOrder, GivesTheDocumentsOfTheTruePlaces) {
  const Ranking ranking = rank_by_score(sample::scores);
  const TruthView full = sample::full.view();
  const TruthView top = sample::top3.view();
  EXPECT_THAT(strict_order(JudgedRanking(full, ranking), no_cutoff, "m"),
              ElementsAreArray(sample::true_order));
  EXPECT_THAT(strict_order(JudgedRanking(full, ranking), 2, "m"), ElementsAre(4, 1));
  EXPECT_THAT(strict_order(JudgedRanking(full, ranking), 99, "m"),
              ElementsAreArray(sample::true_order));
  EXPECT_THAT(strict_order(JudgedRanking(top, ranking), no_cutoff, "m"), ElementsAre(4, 1, 2));
  EXPECT_THROW(strict_order(JudgedRanking(top, ranking), 4, "m"), UsageError);
}

TEST(ScoreGroups, PutWhatWasNotRetrievedIntoAGroupOfItsOwn) {
  const WeakOrder truth = weak_order(GradedTruth{{0, 0, 0, 0, 0}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(std::vector<double>{1, 5, 1});
  const ScoreGroups groups(JudgedRanking(view, ranking));
  EXPECT_THAT(groups.of_document, ElementsAre(1, 0, 1, 2, 2));
  EXPECT_EQ(groups.count, 3U);
}

}  // namespace
}  // namespace podium
