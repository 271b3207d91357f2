#include "podium/core/aggregate/comb.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::ElementsAre;
using testing::Pointwise;

Ballot scored(std::string_view order, std::vector<double> scores, double weight = 1.0) {
  Ballot made = ballot(order, weight);
  made.score = std::move(scores);
  return made;
}

const Ballot three = scored("ABC", {5.0, 2.0, -1.0});

TEST(NormalisedScores, AreWhatTheirNamesSay) {
  EXPECT_THAT(normalised_scores(three, ScoreNorm::none), ElementsAre(5.0, 2.0, -1.0));
  EXPECT_THAT(normalised_scores(three, ScoreNorm::minmax), ElementsAre(1.0, 0.5, 0.0));
  const double z = std::sqrt(1.5);  // mean 2, variance 6
  EXPECT_THAT(normalised_scores(three, ScoreNorm::zscore),
              Pointwise(testing::DoubleEq(), {z, 0.0, -z}));
  EXPECT_THAT(normalised_scores(three, ScoreNorm::sum),
              Pointwise(testing::DoubleEq(), {2.0 / 3, 1.0 / 3, 0.0}));
}

TEST(NormalisedScores, OfEqualScoresAreEqualAndFinite) {
  const Ballot equal = scored("(ABC)", {0.1, 0.1, 0.1});
  EXPECT_THAT(normalised_scores(equal, ScoreNorm::minmax), ElementsAre(1.0, 1.0, 1.0));
  EXPECT_THAT(normalised_scores(equal, ScoreNorm::zscore), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_THAT(normalised_scores(equal, ScoreNorm::sum), ElementsAre(1.0 / 3, 1.0 / 3, 1.0 / 3));
}

TEST(NormalisedScores, OfNothingAreNothing) {
  for (const ScoreNorm norm :
       {ScoreNorm::none, ScoreNorm::minmax, ScoreNorm::zscore, ScoreNorm::sum}) {
    EXPECT_TRUE(normalised_scores(Ballot{}, norm).empty());
  }
}

TEST(Comb, RefusesBallotsWithoutScores) {
  const Election election(3, {three, ballot("AB")});
  EXPECT_THROW(CombSum{}.aggregate(election), UsageError);
  EXPECT_THROW(CombMnz{}.aggregate(election), UsageError);
}

TEST(CombSum, AddsNormalisedScores) {
  const Election election(4, {three, scored("CD", {9.0, 8.0}, 2.0)});
  EXPECT_THAT(CombSum{}.aggregate(election).score, ElementsAre(1.0, 0.5, 2.0, 0.0));
  EXPECT_THAT(CombSum{.norm = ScoreNorm::none}.aggregate(election).score,
              ElementsAre(5.0, 2.0, 17.0, 16.0));
}

TEST(CombMnz, MultipliesByTheNumberOfListsThatHaveTheItem) {
  const Election election(4, {three, scored("CD", {9.0, 8.0}, 2.0), scored("CD", {2.0, 1.0}, 0.0)});
  EXPECT_THAT(CombMnz{.norm = ScoreNorm::none}.aggregate(election).score,
              ElementsAre(5.0, 2.0, 34.0, 16.0));
}

TEST(Comb, CanGiveUnlistedItemsTheLeastScore) {
  const Election election(4, {scored("ABC", {-1.0, -2.0, -3.0})}, items("DCBA"));
  CombSum sum{.norm = ScoreNorm::none};
  EXPECT_EQ(text_of(sum.aggregate(election).ranking.order), "DABC");
  sum.unlisted = UnlistedScore::least;
  EXPECT_EQ(text_of(sum.aggregate(election).ranking.order), "ABDC");
}

}  // namespace
}  // namespace podium
