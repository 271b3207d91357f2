#include "podium/aggregate/scored_lists.hpp"

#include <array>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(ScoredLists, ItemsComeInTheOrderInWhichTheListsNameThem) {
  const std::array<std::string_view, 2> one = {"b", "a"};
  const std::array<double, 2> one_scores = {1.0, 2.0};
  const std::array<std::string_view, 3> two = {"c", "b", "a"};
  const std::array<double, 3> two_scores = {3.0, 3.0, 1.0};
  const std::array lists = {ScoredList{one, one_scores, 1.0}, ScoredList{two, two_scores, 0.5}};
  const NamedElection found = election_of_lists("q", lists);
  EXPECT_EQ(found.id, "q");
  EXPECT_THAT(found.item, ElementsAre("a", "b", "c"));
  ASSERT_EQ(found.election.ballots().size(), 2U);
  EXPECT_THAT(found.election.ballots()[0].order, ElementsAre(0, 1));
  EXPECT_THAT(found.election.ballots()[1].order, ElementsAre(2, 1, 0));
  EXPECT_THAT(found.election.ballots()[1].tie_end, ElementsAre(2, 2, 3));
  EXPECT_EQ(found.election.ballots()[1].weight, 0.5);
}

TEST(ScoredLists, AScoreThatIsNoNumberIsRefused) {
  const std::array<std::string_view, 1> item = {"a"};
  const std::array<double, 1> score = {std::numeric_limits<double>::quiet_NaN()};
  const std::array lists = {ScoredList{item, score, 1.0}};
  EXPECT_THROW(election_of_lists("q", lists), NumericError);
}

}  // namespace
}  // namespace podium
