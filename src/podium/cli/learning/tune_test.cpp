#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/cli/learning/search_budget.hpp"
#include "podium/core/base/error.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::ThrowsMessage;

class TuneCommand : public LearningCommands {
 protected:
  /// Linear least squares: ten candidates that take no time.
  CliResult tune(const std::vector<std::string>& more) const {
    return run({"tune", "regression", "--set", "model=linear", "--train", at("train.txt"),
                "--model", at("m.json")},
               more);
  }

  nlohmann::json tuned(std::vector<std::string> more) const {
    more.insert(more.end(), {"--format", "json"});
    const CliResult result = tune(more);
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out);
  }

  /// Of a command line that needs no quotes, without the name of the program.
  static std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    EXPECT_EQ(words.front(), "podium");
    words.erase(words.begin());
    return words;
  }
};

TEST_F(TuneCommand, ReportsEveryCandidateAndHowFarItGot) {
  const auto json = tuned({"--budget", "15"});
  EXPECT_EQ(json["trainings"], 15);
  EXPECT_EQ(json["budget"], "15 trainings");
  EXPECT_EQ(json["metric"], "ndcg@10");
  EXPECT_THAT(json["rungs"].get<std::vector<std::string>>(),
              ElementsAre("1 of 5 folds", "2 of 5 folds", "5 of 5 folds"));
  const auto& candidates = json["candidates"];
  ASSERT_EQ(candidates.size(), 9U);
  EXPECT_EQ(candidates[0]["options"], json["options"]);
  EXPECT_EQ(candidates[0]["value"], json["value"]);
  EXPECT_EQ(candidates[0]["difference"], 0.0);
  EXPECT_EQ(candidates[0]["rungs"], 3);
  EXPECT_EQ(candidates[8]["rungs"], 1);
  std::size_t defaults = 0;
  for (const auto& own : candidates) defaults += own["options"]["strength"] == "-1" ? 1U : 0U;
  EXPECT_EQ(defaults, 1U);
  EXPECT_FALSE(is_there("m.json.checkpoint"));
}

TEST_F(TuneCommand, PrintsATableWithBarsAndTheCommand) {
  const CliResult result = tune({"--budget", "4", "--report", at("r.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("difference to the best"), HasSubstr("chosen"), HasSubstr("===="),
                    HasSubstr("3 candidates on 1 of 5 folds, 1 on 2 of 5 folds"),
                    HasSubstr("podium train regression --train ")));
  EXPECT_THAT(result.err, HasSubstr("budget: 4 trainings"));
  EXPECT_THAT(text_of("r.html"),
              AllOf(StartsWith("<!doctype html>"), HasSubstr("Values from rung to rung"),
                    HasSubstr("podium train regression")));
  EXPECT_THAT(tune({"--budget", "4", "--format", "csv"}).out,
              AllOf(StartsWith("algorithm,options"), Not(HasSubstr("podium train"))));
}

TEST_F(TuneCommand, ModelIsTheOneOfThePrintedCommand) {
  const std::vector<std::vector<std::string>> ways = {
      {},
      {"--vali", at("vali.txt"), "--normalise", "zscore", "--seed", "7", "--refit-with-vali"},
      {"--vali", at("vali.txt"), "--tune", "inner", "--refit-with-vali"},
      {"--vali", at("vali.txt"), "--metric", "map", "--lenient"}};
  for (std::vector<std::string> way : ways) {
    way.insert(way.end(), {"--budget", "4"});
    const std::string command = tuned(way)["command"];
    const std::string model = text_of("m.json");
    std::filesystem::remove(at("m.json"));
    const CliResult again = run(words_of(command));
    ASSERT_EQ(again.code, 0) << command << again.err;
    EXPECT_EQ(text_of("m.json"), model) << command;
  }
}

TEST_F(TuneCommand, StartsFromABaseline) {
  // A run that knows the labels: nothing is better, and a model that ignores it is worse.
  std::string best;
  std::istringstream lines(text_of("train.txt"));
  for (std::string line; std::getline(lines, line);) {
    const std::string query = line.substr(6, line.find(' ', 6) - 6);
    const std::size_t id = line.find("docid = ");
    ASSERT_NE(id, std::string::npos);
    best += query + " Q0 " + line.substr(id + 8) + " 1 " + line.substr(0, 1) + " best\n";
  }
  put("best.run", best);
  for (const std::string& baseline :
       {std::string("2"), std::string("best-feature"), at("best.run")}) {
    const auto json = tuned({"--budget", "4", "--baseline", baseline});
    EXPECT_GE(json["baseline"]["difference"].get<double>(), 0.0) << baseline;
    const std::string model = text_of("m.json");
    const std::string command = json["command"];
    EXPECT_THAT(command, HasSubstr(" --baseline " + baseline + " "));
    std::filesystem::remove(at("m.json"));
    const CliResult again = run(words_of(command));
    ASSERT_EQ(again.code, 0) << command << again.err;
    EXPECT_EQ(text_of("m.json"), model) << command;
    if (baseline != at("best.run")) continue;
    const double without = tuned({"--budget", "4"})["value"];
    EXPECT_GT(json["baseline"]["baseline"].get<double>(), 0.94) << "one query of 20 is blank";
    EXPECT_GT(json["value"].get<double>(), without) << "candidates know the baseline, too";
  }
  const CliResult said = tune({"--budget", "4", "--baseline", at("best.run")});
  EXPECT_THAT(said.out, HasSubstr("Baseline: ndcg@10 "));
  EXPECT_THAT(said.err, HasSubstr("need those of their data, too, as --baseline"));
  EXPECT_THAT(tune({"--baseline", "nothing"}).err, HasSubstr("found 'nothing', expected the name"));
}

TEST_F(TuneCommand, ComparesOnValidationDataThatNoModelSees) {
  const auto json = tuned({"--vali", at("vali.txt"), "--budget", "13", "--metric", "map"});
  EXPECT_EQ(json["rungs"].size(), 3U);
  EXPECT_EQ(json["rungs"].back(), "all queries");
  EXPECT_EQ(json["trainings"], 13);
  // The value of the last rung is that of the model on this data.
  const auto shown =
      nlohmann::json::parse(run({"evaluate", "--data", at("vali.txt"), "--model", at("m.json"),
                                 "--measures", "map", "--format", "json"})
                                .out);
  EXPECT_NEAR(json["value"], shown["measures"]["map"], 1e-12);
  EXPECT_THAT(tune({"--tune", "split"}).err, HasSubstr("--tune split needs --vali"));
}

TEST_F(TuneCommand, ContinuesAfterAKillWithoutTrainingTwice) {
  // A second name of the checkpoint keeps what a killed run would have left.
  put("m.json.checkpoint", "");
  std::filesystem::create_hard_link(at("m.json.checkpoint"), at("log"));
  auto whole = tuned({"--budget", "15"});
  const std::string model = text_of("m.json");
  std::istringstream log(text_of("log"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(log, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 16U) << "one line for each training";
  for (const std::size_t done : {1U, 8U, 15U}) {
    std::string left;
    for (std::size_t i = 0; i <= done; ++i) left += lines[i] + "\n";
    put("m.json.checkpoint", left + R"({"algorithm":0,"po)");
    std::filesystem::remove(at("m.json"));
    const CliResult resumed = tune({"--budget", "15", "--format", "json"});
    EXPECT_THAT(resumed.err,
                HasSubstr(done == 1 ? "1 training is already done"
                                    : std::to_string(done) + " trainings are already done"));
    auto json = nlohmann::json::parse(resumed.out);
    for (auto* document : {&json, &whole}) document->erase("seconds");
    EXPECT_EQ(json, whole);
    EXPECT_EQ(text_of("m.json"), model);
    EXPECT_FALSE(is_there("m.json.checkpoint"));
  }
  put("m.json.checkpoint", lines[0] + "\n");
  EXPECT_THAT(tune({"--metric", "map"}).err,
              HasSubstr("belongs to a training with other data or options"));
}

TEST_F(TuneCommand, TakesABudgetOfOneTraining) {
  const auto json = tuned({"--budget", "1"});
  EXPECT_EQ(json["trainings"], 1);
  EXPECT_EQ(json["options"]["strength"], "-1");
  EXPECT_TRUE(is_there("m.json"));
}

TEST_F(TuneCommand, TakesABudgetInTime) {
  const auto json = tuned({"--budget", "60s", "--grid", "strength=-1,-2"});
  EXPECT_EQ(json["candidates"].size(), 2U);
  EXPECT_EQ(json["trainings"], 10) << "there is time for all";
}

TEST_F(TuneCommand, SearchesAllAlgorithms) {
  std::size_t count = 0;
  for (const AlgorithmEntry& entry : algorithms()) count += entry.is_composed ? 0U : 1U;
  const auto all = [&](const std::vector<std::string>& more) {
    return run({"tune", "all", "--train", at("train.txt"), "--model", at("m.json"), "--format",
                "json", "--budget"},
               more);
  };
  const CliResult result = all({std::to_string(count)});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["candidates"].size(), count);
  EXPECT_THAT(all({"5"}).err, HasSubstr("a budget of 5 trainings is too small; expected at least " +
                                        std::to_string(count)));
  EXPECT_THAT(all({"60", "--set", "l2=1"}).err, HasSubstr("need the name of an algorithm"));
  EXPECT_EQ(all({"60", "--grid", "l2=1,2"}).code, 2);
}

TEST_F(TuneCommand, ListsWhatIsRefusedAndFailsOnlyIfAllIs) {
  const auto tune_svm = [&](const std::string& optimisers) {
    return run({"tune", "ranksvm-l1", "--train", at("train.txt"), "--model", at("m.json"), "--set",
                "strength=-1", "--set", "c-scale=mean", "--grid", "optimiser=" + optimisers});
  };
  const CliResult some = tune_svm("newton,bundle");
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_THAT(some.out, AllOf(HasSubstr("refused: option"), HasSubstr("; 1 refused")));
  std::filesystem::remove(at("m.json"));
  const CliResult none = tune_svm("newton");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("no candidate has a value"));
  EXPECT_FALSE(is_there("m.json"));
  EXPECT_FALSE(is_there("m.json.checkpoint"));
}

TEST_F(TuneCommand, MeasuresTheModelOnTestDataAsTrainDoes) {
  const std::vector<std::string> command = {"tune",       "listnet",    "--train",  at("train.txt"),
                                            "--model",    at("m.json"), "--test",   at("test.txt"),
                                            "--measures", "map,ndcg@3", "--budget", "5"};
  const CliResult text = run(command);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("test ndcg@3"));
  const auto json = nlohmann::json::parse(run(command, {"--format", "json"}).out);
  ASSERT_EQ(
      run({"score", "--model", at("m.json"), "--data", at("test.txt"), "--out", at("s.txt")}).code,
      0);
  const auto measured =
      nlohmann::json::parse(run({"evaluate", "--data", at("test.txt"), "--scores", at("s.txt"),
                                 "--measures", "map,ndcg@3", "--format", "json"})
                                .out);
  EXPECT_EQ(json["test"], measured["measures"]);
  const CliResult idle = run({"tune", "listnet", "--train", at("train.txt"), "--model",
                              at("other.json"), "--measures", "map"});
  EXPECT_EQ(idle.code, 2);
  EXPECT_THAT(idle.err, HasSubstr("--measures needs --test"));
}

TEST_F(TuneCommand, WritesNoModelThatRanksNothing) {
  std::string text;
  for (int row = 0; row < 48; ++row) {
    text += fmt::format("{} qid:{} 1:{}\n", row % 4 == 0 ? 1 : 0, row / 4, row / 4 % 2);
  }
  put("same.txt", text);
  const CliResult result =
      run({"tune", "mart", "--train", at("same.txt"), "--model", at("m.json"), "--budget", "2"});
  EXPECT_EQ(result.code, 4) << result.err;
  EXPECT_FALSE(is_there("m.json"));
  EXPECT_FALSE(is_there("m.json.checkpoint"));
}

TEST_F(TuneCommand, RefusesRubbish) {
  EXPECT_EQ(tune({"--budget", "soon"}).code, 2);
  EXPECT_EQ(tune({"--tune", "none"}).code, 2);
  EXPECT_EQ(tune({"--set", "magic=1"}).code, 2);
  EXPECT_EQ(tune({"--grid", "l2"}).code, 2);
  EXPECT_EQ(run({"tune", "auto", "--train", at("train.txt"), "--model", at("m.json")}).code, 2);
  EXPECT_FALSE(is_there("m.json"));
}

TEST(SearchBudget, IsANumberOfTrainingsOrATime) {
  EXPECT_EQ(std::get<TrainingCount>(parse_search_budget("60")).trainings, 60U);
  const auto seconds = [](const std::string& text) {
    return std::get<SearchTime>(parse_search_budget(text)).seconds;
  };
  EXPECT_EQ(seconds("90s"), 90.0);
  EXPECT_EQ(seconds("2m"), 120.0);
  EXPECT_EQ(seconds("10min"), 600.0);
  EXPECT_EQ(seconds("1.5h"), 5400.0);
  for (const char* rubbish : {"", "0", "-1", "1.5", "x", "s", "10x", "0s", "-5s", "nans", "infh",
                              "1e300h", "10 s", "10seconds", "9999999999"}) {
    EXPECT_THAT([&] { parse_search_budget(rubbish); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("--budget: found '"),
                                                HasSubstr("a time such as 90s, 10min or 2h"))))
        << rubbish;
  }
}

}  // namespace
}  // namespace podium::cli
