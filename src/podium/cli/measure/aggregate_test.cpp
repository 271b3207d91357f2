#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/measure/aggregate_fixture.hpp"
#include "podium/core/format/scores.hpp"

namespace podium::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(AggregateCommand, RanksTheAlternativesOfOneElection) {
  file("votes.soc", circle);
  const CliResult result =
      aggregate({"--lists", "votes.soc", "--method", "kemeny", "--names", "--run", "out.run"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out,
            "rank  item      score\n"
            "----  -------  ------\n"
            "   1  Bert     2.0000\n"
            "   2  Carl C.  1.0000\n"
            "   3  Anna     0.0000\n"
            "\n"
            "election  items  ballots  weight  kemeny cost  lower bound  gap %  proven best\n"
            "--------  -----  -------  ------  -----------  -----------  -----  -----------\n"
            "votes         3        3  9.0000      10.0000      10.0000   0.00  yes\n");
  EXPECT_EQ(text("out.run"),
            "votes Q0 2 1 2 podium\nvotes Q0 3 2 1 podium\nvotes Q0 1 3 0 podium\n");
}

TEST_F(AggregateCommand, SummarisesSeveralElections) {
  file("a.soc", circle);
  file("b.toi", "2\n1,x\n2,y\n3,3,2\n2,2,1\n1,{1,2}\n");
  const CliResult result =
      aggregate({"--lists", "a.soc", "b.toi", "--method", "borda", "--format", "csv"});
  EXPECT_EQ(result.out, "election,items,ballots,weight,kemeny cost\na,3,3,9,13\nb,2,2,3,0\n")
      << result.err;
  const auto found = json({"--lists", "a.soc", "b.toi", "--method", "borda"});
  EXPECT_THAT(items_of(found["elections"][1]), ElementsAre("2", "1"));
  EXPECT_EQ(found["elections"][1]["ranking"][0]["score"], 2 + 0.5);
}

TEST_F(AggregateCommand, JoinsRunsQueryByQuery) {
  file("a.run", "1 Q0 x 1 9 a\n1 Q0 y 2 8 a\n1 Q0 z 3 7 a\n2 Q0 x 1 1 a\n");
  file("b.run", "1 Q0 w 1 5 b\n1 Q0 z 2 4 b\n1 Q0 y 3 3 b\n3 Q0 v 1 1 b\n");
  const auto found =
      json({"--lists", "a.run", "b.run", "--method", "rrf", "--run", "out.run", "--run-tag", "t"});
  ASSERT_EQ(found["elections"].size(), 3U);
  EXPECT_THAT(items_of(found["elections"][0]), ElementsAre("y", "z", "x", "w"));
  EXPECT_NEAR(found["elections"][0]["ranking"][0]["score"], 1.0 / 62 + 1.0 / 63, 1e-15);
  EXPECT_EQ(found["elections"][1]["ballots"], 1);
  EXPECT_EQ(text("out.run"),
            "1 Q0 y 1 3 t\n1 Q0 z 2 2 t\n1 Q0 x 3 1 t\n1 Q0 w 4 0 t\n2 Q0 x 1 0 t\n3 Q0 v 1 0 t\n");
  const auto weighted =
      json({"--lists", "a.run", "b.run", "--method", "combsum", "--weights", "0,1"});
  EXPECT_THAT(items_of(weighted["elections"][0]), ElementsAre("w", "z", "x", "y"));
}

/// Two queries of an -agg set: of the first, 'd' is in no list and a row leaves the third out. Its
/// lists are a b c, b a c and b.
constexpr std::string_view lists =
    "2 qid:7 1:1 2:2 3:NULL #docid = a\n1 qid:7 1:2 2:1 3:1 #docid = b\n"
    "0 qid:8 1:1 2:1 3:1 #docid = e\n"
    "0 qid:7 1:3 2:3 #docid = c\n0 qid:7 1:NULL 2:NULL 3:NULL #docid = d\n";

TEST_F(AggregateCommand, TakesTheFeaturesOfAggSetsAsVoters) {
  file("lists.txt", lists);
  const CliResult result = aggregate(
      {"--data", "lists.txt", "--out", "scores.txt", "--run", "out.run", "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  // Spearman's of the first list is -1, of the second -1/2; the third has one document.
  EXPECT_THAT(result.err, HasSubstr("orientation rank: the mean rank correlation of features and "
                                    "labels over 2 lists is -0.7500"));
  EXPECT_EQ(result.out, "election,items,ballots,weight,kemeny cost\n7,4,3,3,1\n8,1,3,3,0\n");
  EXPECT_THAT(read_scores(folder_ / "scores.txt"), ElementsAre(2, 3, 0, 1, 0));
  EXPECT_EQ(text("out.run"),
            "7 Q0 b 1 3 podium\n7 Q0 a 2 2 podium\n7 Q0 c 3 1 podium\n7 Q0 d 4 0 podium\n"
            "8 Q0 e 1 0 podium\n");
}

TEST_F(AggregateCommand, IsToldWhichWayFeaturesPoint) {
  file("lists.txt", lists);
  const auto found = json({"--data", "lists.txt", "--orientation", "score", "--method", "kemeny"});
  EXPECT_EQ(found["orientation"], "score");
  EXPECT_THAT(items_of(found["elections"][0]), ElementsAre("c", "b", "a", "d"));
  EXPECT_EQ(json({"--data", "lists.txt"})["orientation"], "rank");
  file("unjudged.txt", "0 qid:1 1:1\n0 qid:1 1:2\n");
  EXPECT_THAT(refusal({"--data", "unjudged.txt"}),
              HasSubstr("give --orientation rank or --orientation score"));
  EXPECT_EQ(aggregate({"--data", "unjudged.txt", "--orientation", "rank"}).code, 0);
}

TEST_F(AggregateCommand, WeighsVoters) {
  file("lists.txt", lists);
  const auto order = [&](const std::string& weights) {
    return items_of(json({"--data", "lists.txt", "--weights", weights})["elections"][0]);
  };
  EXPECT_THAT(order("3, 1,1"), ElementsAre("a", "b", "c", "d"));
  file("weights.txt", "3\n1\n1\n");
  EXPECT_THAT(order("weights.txt"), ElementsAre("a", "b", "c", "d"));
  file("votes.soc", circle);
  const auto votes = json({"--lists", "votes.soc", "--weights", "2,0,0"})["elections"][0];
  EXPECT_THAT(items_of(votes), ElementsAre("1", "2", "3"));
  EXPECT_EQ(votes["weight"], 6);
  EXPECT_THAT(refusal({"--data", "lists.txt", "--weights", "1,2"}),
              HasSubstr("--weights: found 2 weights, expected 3: one for each feature"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--weights", "1"}),
              HasSubstr("expected 3: one for each order of "));
  EXPECT_THAT(refusal({"--data", "lists.txt", "--weights", "1,-2,1"}), HasSubstr("found -2"));
  EXPECT_THAT(refusal({"--data", "lists.txt", "--weights", "0,0,0"}),
              HasSubstr("all weights are 0"));
  EXPECT_EQ(aggregate({"--data", "lists.txt", "--weights", "none.txt"}).code, 3);
}

TEST_F(AggregateCommand, RefusesWhatDoesNotFitTogether) {
  file("votes.soc", circle);
  file("a.run", "1 Q0 x 1 9 a\n");
  file("lists.txt", lists);
  EXPECT_THAT(refusal({}), HasSubstr("give either --lists or --data"));
  EXPECT_THAT(refusal({"--lists", "a.run", "--data", "lists.txt"}),
              HasSubstr("give either --lists or --data"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "a.run"}),
              HasSubstr("PrefLib files cannot be mixed with others"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--method", "combsum"}),
              HasSubstr("combsum needs scores; PrefLib files have none"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--method", "condorcet"}),
              HasSubstr("unknown aggregator 'condorcet'; known are: skr, kemeny"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--set", "sort=bubble"}),
              HasSubstr("expected one of: best+local, quick, merge, local"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--set", "nodes=1"}),
              HasSubstr("unknown option 'nodes'; known are: sort, depth, missing"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--method", "borda", "--set", "k=1"}),
              HasSubstr("--set: borda has no options"));
  EXPECT_THAT(refusal({"--lists", "votes.soc", "--out", "scores.txt"}),
              HasSubstr("--out needs --data"));
  EXPECT_THAT(refusal({"--lists", "a.run", "--orientation", "rank"}),
              HasSubstr("--orientation needs --data"));
  EXPECT_THAT(refusal({"--lists", "a.run", "--names"}), HasSubstr("--names needs PrefLib"));
  EXPECT_THAT(refusal({"--data", "lists.txt", "--names"}), HasSubstr("--names needs --lists"));
  const CliResult bad = aggregate({"--lists", "a.run", "--from", "preflib"});
  EXPECT_EQ(bad.code, 3);
  EXPECT_THAT(bad.err, HasSubstr("a.run:1:3: found 'Q0', expected the end of the line"));
}

TEST_F(AggregateCommand, CountsTheCostByTheDepthOfTheMethod) {
  file("votes.soc", circle);
  // To a depth of 1, without the rule for missing ones, nobody compares anything.
  const auto cost = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--lists", "votes.soc"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json(arguments)["elections"][0]["kemeny_cost"];
  };
  EXPECT_EQ(cost({"--set", "depth=1", "--set", "missing=paper"}), 0.0);
  for (const char* method : {"kemeny", "skr"}) {
    // B, then A, then C: first in 4, 3 and 2 ballots, so 3 + 2 + 2 are against it.
    EXPECT_EQ(cost({"--set", "depth=1", "--method", method}), 7.0);
  }
}

}  // namespace
}  // namespace podium::cli
