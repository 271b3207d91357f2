#include "podium/core/aggregate/feature_votes.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// Three lists of four documents; the second lacks two of them, the third all.
Dataset lists(const std::vector<double>& labels = {2, 0, 1, 0}) {
  const std::vector<float> rows = {1, 2, missing, 3, missing, missing,
                                   2, 1, missing, 3, missing, missing};
  DatasetBuilder builder(3);
  builder.add_query("q", GradedTruth{labels}, rows);
  return std::move(builder).build();
}

TEST(FeatureVotes, ListTheDocumentsThatHaveAValueByRankOrScore) {
  const Dataset data = lists();
  const Election by_rank = feature_election(data[0], VoteOrientation::rank);
  ASSERT_EQ(by_rank.ballots().size(), 3U);
  EXPECT_THAT(by_rank.ballots()[0].order, ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(by_rank.ballots()[0].tie_end, ElementsAre(1, 2, 4, 4));
  EXPECT_THAT(by_rank.ballots()[0].score, ElementsAre(-1, -2, -3, -3));
  EXPECT_THAT(by_rank.ballots()[1].order, ElementsAre(2, 0));
  EXPECT_TRUE(by_rank.ballots()[2].order.empty());
  const Election by_score =
      feature_election(data[0], VoteOrientation::score, std::vector{.5, 2., 0.});
  EXPECT_THAT(by_score.ballots()[0].order, ElementsAre(1, 3, 2, 0));
  EXPECT_THAT(by_score.ballots()[1].order, ElementsAre(0, 2));
  EXPECT_EQ(by_score.ballots()[1].weight, 2.0);
  EXPECT_THROW(feature_election(data[0], VoteOrientation::rank, std::vector{1.0}), ContractError);
}

TEST(FeatureVotes, AreAggregatedToARankingOfAllDocuments) {
  const Dataset data = lists();
  for (const AggregatorEntry& entry : aggregators()) {
    const auto found = entry.make({})(feature_election(data[0], VoteOrientation::rank));
    EXPECT_THAT(found.ranking.order, testing::UnorderedElementsAre(0, 1, 2, 3)) << entry.name;
    EXPECT_LT(found.ranking.order[0] % 2, 1U) << entry.name << ": both lists have 0 and 2 on top";
  }
}

TEST(FeatureVotes, PointTheWayThatTheLabelsSay) {
  // Ranks 1 3 2 3 against labels 2 0 1 0: both in opposite order, so exactly -1. The second list
  // has ranks 2 1 against labels 2 1: +1.
  const OrientationEvidence both = orientation_by_labels(lists());
  EXPECT_EQ(both.lists, 2U);
  EXPECT_NEAR(both.correlation, 0.0, 1e-15);
  const OrientationEvidence ranks = orientation_by_labels(lists({1, 0, 1, 0}));
  EXPECT_EQ(ranks.lists, 1U) << "labels of the second list are equal";
  // Ranks as -1.5 .5 -.5 1.5 with the last two tied: x = -1.5 1 -.5 1; y = 1 -1 1 -1.
  EXPECT_NEAR(ranks.correlation, -4.0 / std::sqrt((2.25 + 1.0 + 0.25 + 1.0) * 4.0), 1e-15);
  EXPECT_EQ(ranks.orientation(), VoteOrientation::rank);
  const OrientationEvidence scores = orientation_by_labels(lists({0, 2, 1, 2}));
  EXPECT_EQ(scores.lists, 2U);
  EXPECT_NEAR(scores.correlation, 0.0, 1e-15);
  EXPECT_EQ(orientation_by_labels(lists({0, 1, 0, 1})).orientation(), VoteOrientation::score);
}

TEST(FeatureVotes, PointNowhereWithoutJudgements) {
  EXPECT_EQ(orientation_by_labels(lists({1, 1, 1, 1})).orientation(), std::nullopt);
  const OrientationEvidence unjudged = orientation_by_labels(lists({-1, 0, -1, 0}));
  EXPECT_EQ(unjudged.lists, 0U);
  EXPECT_EQ(unjudged.orientation(), std::nullopt);
}

}  // namespace
}  // namespace podium
