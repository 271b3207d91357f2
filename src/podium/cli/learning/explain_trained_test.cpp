#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

using ExplainTrained = LearningCommands;

TEST_F(ExplainTrained, MeasuresTheWorthOfFeaturesByShufflingAndByTrainingWithoutThem) {
  ASSERT_EQ(run({"train", "listnet", "--train", at("train.txt"), "--vali", at("vali.txt"),
                 "--model", at("m.json"), "--tune", "none"})
                .code,
            0);
  const std::vector<std::string> command = {"explain",  at("m.json"),    "--data", at("test.txt"),
                                            "--train",  at("train.txt"), "--top",  "2",
                                            "--format", "json",          "--seed", "5"};
  const CliResult result = run(command, {"--vali", at("vali.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("not the data")));
  const auto json = nlohmann::json::parse(result.out);
  const auto measured =
      nlohmann::json::parse(run({"evaluate", "--data", at("test.txt"), "--model", at("m.json"),
                                 "--measures", "ndcg@10", "--format", "json"})
                                .out);
  EXPECT_EQ(json["value"], measured["measures"]["ndcg@10"]);
  EXPECT_EQ(json["retrained_value"], json["value"]);  // trained again, bit for bit
  EXPECT_EQ(json["queries"], 20);
  ASSERT_EQ(json["features"].size(), 2U);
  EXPECT_GE(json["features"][0]["shuffled"], json["features"][1]["shuffled"]);
  for (const char* kind : {"shuffled", "dropped"}) {
    const auto& first = json["features"][0];
    EXPECT_LE(first[std::string(kind) + " low"], first[kind]) << kind;
    EXPECT_GE(first[std::string(kind) + " high"], first[kind]) << kind;
  }
  EXPECT_EQ(run(command, {"--vali", at("vali.txt"), "--threads", "1"}).out, result.out);
  EXPECT_EQ(run(command, {"--vali", at("vali.txt"), "--threads", "3"}).out, result.out);
  EXPECT_THAT(run(command).err, HasSubstr("the model was chosen on validation data"));
  EXPECT_THAT(
      run({"explain", at("m.json"), "--data", at("test.txt"), "--train", at("vali.txt")}).err,
      HasSubstr("vali.txt: not the data that the model was trained on"));
  ASSERT_EQ(run({"train", "ranksvm", "--train", at("train.txt"), "--model", at("t.json")}).code, 0);
  EXPECT_THAT(run({"explain", at("t.json"), "--data", at("test.txt"), "--train", at("train.txt"),
                   "--top", "1"})
                  .err,
              Not(HasSubstr("validation data")));
}

TEST_F(ExplainTrained, TrainsAgainByAMeasureOfOnesOwn) {
  const std::string own = "my=norm(sum(gain*0.8^(rank-1)))@5";
  ASSERT_EQ(run({"train", "listnet", "--train", at("train.txt"), "--vali", at("vali.txt"),
                 "--model", at("m.json"), "--metric", "my", "--define", own, "--tune", "none"})
                .code,
            0);
  const std::vector<std::string> command = {
      "explain",      at("m.json"), "--data", at("test.txt"), "--train", at("train.txt"), "--vali",
      at("vali.txt"), "--top",      "1",      "--format",     "json"};
  const CliResult result = run(command, {"--measure", "my@3", "--define", own});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["retrained_value"], json["value"]);
  const CliResult unknown = run(command);
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown measure 'my'"));
}

TEST_F(ExplainTrained, GoesOnWhereNothingToLearnIsLeft) {
  std::string rows;
  for (int query = 0; query < 40; ++query) {
    for (int doc = 0; doc < 3; ++doc) rows += fmt::format("{0} qid:{1} 1:{0} 2:1\n", doc, query);
  }
  put("one.txt", rows);
  ASSERT_EQ(run({"train", "listnet", "--train", at("one.txt"), "--model", at("m.json")}).code, 0);
  const std::vector<std::string> command = {"explain",     at("m.json"), "--data",
                                            at("one.txt"), "--train",    at("one.txt")};
  const CliResult result = run(command);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("not trained without 1: no feature differs between the "
                        "documents of any training query, so there is nothing to learn"));
  EXPECT_THAT(result.out, Not(HasSubstr("not trained without 2")));
  EXPECT_THAT(result.err, Not(HasSubstr("validation data")));  // there was none
  EXPECT_THAT(result.err, HasSubstr("were chosen by tuning"));
  const auto json = nlohmann::json::parse(run(command, {"--format", "json"}).out);
  EXPECT_EQ(json["remarks"].size(), 1U);
}

TEST_F(ExplainTrained, SaysInSentencesWhatMattersMost) {
  ASSERT_EQ(
      run({"train", "ranksvm", "--train", at("train.txt"), "--model", at("m.json"), "--set", "c=1"})
          .code,
      0);
  const CliResult result = run({"explain", at("m.json"), "--data", at("test.txt"), "--train",
                                at("train.txt"), "--report", at("page.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("dropped: loss of ndcg@10 (now "));
  const std::string page = text_of("page.html");
  EXPECT_THAT(page, HasSubstr("ndcg@10 would be "));
  EXPECT_THAT(page, HasSubstr("How much worse the ranking becomes"));
}

}  // namespace
}  // namespace podium::cli
