#include "podium/core/aggregate/consensus_report.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Three ballots on three items, and an order that a method might have found.
class ConsensusReport : public testing::Test {
 protected:
  ConsensusReport() {
    report_.results.push_back(
        {.from = &named_, .consensus = {.ranking = {.order = {1, 0, 2}}}, .cost = 2.0});
  }

  NamedElection named_{.id = "q1",
                       .item = {"a", "b", "c"},
                       .election = Election(3, {fixture::ballot("BAC"), fixture::ballot("ABC", 2.0),
                                                fixture::ballot("")})};
  AggregationReport report_{.method = "borda"};
};

TEST_F(ConsensusReport, PrintsTheRankingOfOneElectionAndASummary) {
  EXPECT_EQ(render(report_, TableFormat::table),
            "rank  item   score\n"
            "----  ----  ------\n"
            "   1  b     2.0000\n"
            "   2  a     1.0000\n"
            "   3  c     0.0000\n"
            "\n"
            "election  items  ballots  weight  kemeny cost\n"
            "--------  -----  -------  ------  -----------\n"
            "q1            3        2  3.0000       2.0000\n");
  EXPECT_EQ(render(report_, TableFormat::csv), "rank,item,score\n1,b,2\n2,a,1\n3,c,0\n");
}

TEST_F(ConsensusReport, PrintsALineForEachOfSeveralElections) {
  report_.results.push_back(report_.results.front());
  EXPECT_EQ(render(report_, TableFormat::csv),
            "election,items,ballots,weight,kemeny cost\nq1,3,2,3,2\nq1,3,2,3,2\n");
}

TEST_F(ConsensusReport, ShowsScoresAndBoundsOfTheMethod) {
  Consensus& found = report_.results.front().consensus;
  found.score = {0.25, 0.75, 0.5};
  found.bracket = KemenyBracket{.cost = 2.0, .lower_bound = 1.5, .is_optimal = false};
  const auto json = nlohmann::json::parse(render(report_, TableFormat::json));
  EXPECT_EQ(json["method"], "borda");
  const auto& election = json["elections"][0];
  EXPECT_EQ(election["ranking"][0], nlohmann::json::parse(R"({"rank":1,"item":"b","score":0.75})"));
  EXPECT_EQ(election["gap_percent"], 25.0);
  EXPECT_EQ(election["proven_best"], false);
  EXPECT_THAT(render(report_, TableFormat::table), HasSubstr("lower bound"));
}

TEST_F(ConsensusReport, PrintsNamesInPlaceOfIdsAndNoCostThatIsUnknown) {
  named_.name = {"Ann", "Bob", "Cid"};
  report_.results.front().cost = std::nan("");
  EXPECT_THAT(render(report_, TableFormat::table), HasSubstr("Bob"));
  EXPECT_THAT(render(report_, TableFormat::table), Not(HasSubstr("nan")));
  const auto json = nlohmann::json::parse(render(report_, TableFormat::json));
  EXPECT_TRUE(json["elections"][0]["kemeny_cost"].is_null());
}

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
