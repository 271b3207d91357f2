#include "podium/core/aggregate/election.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::ElementsAre;
using testing::HasSubstr;

void expect_refused(const Ballot& wrong, const std::string& message) {
  try {
    const Election election(3, {ballot("AB"), wrong});
    FAIL() << "took a ballot that should be refused: " << message;
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(message));
  }
}

TEST(Election, RefusesBallotsThatMakeNoSense) {
  expect_refused(ballot("ABA"), "ballot 1: found item 0 twice, expected each item once");
  expect_refused(ballot("ABD"), "ballot 1: found item 3, expected one below 3");
  expect_refused(ballot("AB", -1.0), "ballot 1: found weight -1, expected weights >= 0");
  expect_refused(ballot("AB", std::numeric_limits<double>::quiet_NaN()), "found weight nan");
  expect_refused(ballot("AB", std::numeric_limits<double>::infinity()), "found weight inf");
}

TEST(Election, RefusesTiesThatDoNotFit) {
  expect_refused({.order = {0, 1}, .tie_end = {1}}, "found 1 tie ends, expected 2");
  expect_refused({.order = {0, 1}, .tie_end = {2, 1}}, "found 1 as end of the tie at rank 1");
  expect_refused({.order = {0, 1}, .tie_end = {0, 2}}, "found 0 as end of the tie at rank 0");
  expect_refused({.order = {0, 1}, .tie_end = {1, 3}}, "found 3 as end of the tie at rank 1");
}

TEST(Election, RefusesScoresThatDoNotFit) {
  expect_refused({.order = {0, 1}, .score = {1.0}}, "found 1 scores, expected 2");
  expect_refused({.order = {0, 1}, .score = {1.0, 2.0}}, "found score 2 after 1");
  expect_refused({.order = {0, 1}, .tie_end = {2, 2}, .score = {2.0, 1.0}},
                 "found score 1 after 2");
  expect_refused({.order = {0, 1}, .score = {std::numeric_limits<double>::infinity(), 1.0}},
                 "found inf, expected a finite score");
}

TEST(Election, RefusesWeightsWhoseSumIsNotFinite) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_THROW(Election(2, {ballot("AB", most), ballot("BA", most)}), UsageError);
}

TEST(Election, WantsEveryItemOnceInItsInitialOrder) {
  EXPECT_THROW(Election(3, {}, items("AB")), UsageError);
  EXPECT_THROW(Election(3, {}, items("ABB")), UsageError);
  EXPECT_THROW(Election(2, {}, items("ABC")), UsageError);
}

TEST(Election, BeginsInItemOrderUnlessToldOtherwise) {
  EXPECT_THAT(Election(3, {}).initial(), ElementsAre(0, 1, 2));
  const Election told(3, {}, items("CAB"));
  EXPECT_TRUE(told.is_before(2, 1));
  EXPECT_FALSE(told.is_before(1, 0));
}

TEST(Election, MayBeEmpty) {
  EXPECT_EQ(Election(0, {}).item_count(), 0U);
  EXPECT_EQ(Election(0, {Ballot{}}).ballots().size(), 1U);
}

TEST(BallotByScore, SortsAndKeepsTies) {
  const std::vector<ItemIndex> scored = {4, 2, 7, 0};
  const std::vector<double> scores = {1.0, 3.0, 1.0, 2.0};
  const Ballot made = ballot_by_score(scored, scores, 0.5);
  EXPECT_THAT(made.order, ElementsAre(2, 0, 4, 7));
  EXPECT_THAT(made.tie_end, ElementsAre(1, 2, 4, 4));
  EXPECT_THAT(made.score, ElementsAre(3.0, 2.0, 1.0, 1.0));
  EXPECT_EQ(made.weight, 0.5);
  EXPECT_NO_THROW(Election(8, {made}));
}

TEST(Completed, PutsTiesAndUnlistedItemsInTheInitialOrder) {
  const Election election(6, {ballot("C(AB)")}, items("FEDCBA"));
  EXPECT_EQ(text_of(completed(election.ballots()[0], election)), "CBAFED");
}

}  // namespace
}  // namespace podium
