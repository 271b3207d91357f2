#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/train_fixture.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST_F(TrainCommand, RefusesDataWithNothingToLearn) {
  put("flat.txt", "1 qid:1 1:0.1 2:0.5\n0 qid:1 1:0.1 2:0.5\n1 qid:2 1:0.2\n0 qid:2 1:0.2\n");
  const CliResult result =
      run({"train", "listnet", "--train", at("flat.txt"), "--model", at("model.json")});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("no feature differs between the documents of any training "
                                    "query, so there is nothing to learn"));
  EXPECT_THAT(result.err, Not(HasSubstr("strength")));
}

TEST_F(TrainCommand, LeavesAModelAndATable) {
  const CliResult result = train({"--vali", at("vali.txt"), "--test", at("test.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* row : {"algorithm", "listnet", "queries", "iterations", "stopped", "objective",
                          "seconds", "vali ndcg@10", "test map", "test err"}) {
    EXPECT_THAT(result.out, HasSubstr(row));
  }
  EXPECT_FALSE(is_there("model.json.checkpoint"));
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(model.training.algorithm, "listnet");
  EXPECT_EQ(model.training.validation->metric, "ndcg@10");
}

TEST_F(TrainCommand, PrintsIntervalsThatAgreeWithEvaluate) {
  const CliResult table = train({"--test", at("test.txt"), "--measures", "map"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::ContainsRegex("training +value +95 % from +to\n"));
  EXPECT_THAT(train({"--vali", at("vali.txt")}).out,
              testing::ContainsRegex("vali ndcg@10 +0.[0-9]+ +0.[0-9]+ +[01].[0-9]+\n"));
  const auto json = nlohmann::json::parse(
      train({"--test", at("test.txt"), "--measures", "map", "--format", "json"}).out);
  const auto measured =
      nlohmann::json::parse(run({"evaluate", "--data", at("test.txt"), "--model", at("model.json"),
                                 "--measures", "map", "--format", "json"})
                                .out);
  EXPECT_EQ(json["intervals"], measured["intervals"]);
  EXPECT_THAT(train({"--test", at("test.txt"), "--interval", "none"}).out, Not(HasSubstr("95 %")));
}

TEST_F(TrainCommand, SelectsIterationsByAMeasureOfOnesOwn) {
  const CliResult result = train({"--vali", at("vali.txt"), "--test", at("test.txt"), "--define",
                                  "gap=loss(sum(rank*relevant))@5", "--metric", "gap", "--measures",
                                  "gap,map", "--format", "json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_TRUE(json["vali"].contains("gap"));
  EXPECT_GT(json["test"]["gap"].get<double>(), 0.0);
  EXPECT_EQ(load_model(at("model.json")).training.validation->metric, "gap");
}

TEST_F(TrainCommand, PrintsOneJsonDocumentThatAgreesWithEvaluate) {
  const CliResult result = train({"--vali", at("vali.txt"), "--test", at("test.txt"), "--metric",
                                  "map", "--measures", "ndcg@3,map", "--format", "json",
                                  "--normalise", "zscore", "--truth", "topk:5", "--seed", "7"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["algorithm"], "listnet");
  EXPECT_EQ(json["queries"], 20);
  for (const char* key :
       {"model", "skipped", "iterations", "best_iteration", "stop", "objective", "seconds"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  const CliResult scored = run(
      {"score", "--model", at("model.json"), "--data", at("test.txt"), "--out", at("scores.txt")});
  ASSERT_EQ(scored.code, 0) << scored.err;
  const auto measured =
      nlohmann::json::parse(run({"evaluate", "--data", at("test.txt"), "--scores", at("scores.txt"),
                                 "--measures", "ndcg@3,map", "--format", "json"})
                                .out);
  EXPECT_EQ(json["test"], measured["measures"]);
  EXPECT_EQ(json["vali"].size(), 1U);
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(json["vali"]["map"], model.training.validation->value);
  EXPECT_EQ(model.training.truth, "topk:5");
  EXPECT_EQ(model.training.seed, 7U);
  EXPECT_TRUE(model.preparation.normaliser);
}

TEST_F(TrainCommand, HandsOptionsToTheAlgorithm) {
  ASSERT_EQ(train({"--set", "iterations=3", "--set", "l2=0.5", "--set", "model=network", "--set",
                   "hidden=2"})
                .code,
            0);
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(model.training.options.at("l2"), "0.5");
  EXPECT_EQ(std::get<NetworkModel>(model.kind).scorer.hidden, 2U);
}

TEST_F(TrainCommand, LeavesUnjudgedDocumentsOutUnlessToldOtherwise) {
  // Judged documents say that more is better; those that nobody judged stand below them.
  const std::string judged = "1 qid:1 1:2\n0 qid:1 1:1\n1 qid:2 1:3\n0 qid:2 1:2\n";
  put("judged.txt", judged);
  put("semi.txt", judged + "-1 qid:1 1:9\n-1 qid:2 1:8\n-1 qid:3 1:5\n");
  put("given.txt", judged + "0 qid:1 1:9\n0 qid:2 1:8\n0 qid:3 1:5\n");
  std::string said;
  const auto weights = [&](const char* file, const std::vector<std::string>& more = {}) {
    const CliResult result =
        run({"train", "ranksvm", "--train", at(file), "--model", at("model.json")}, more);
    EXPECT_EQ(result.code, 0) << result.err;
    said = result.err;
    return std::get<LinearModel>(load_model(at("model.json")).kind).w;
  };
  const auto without = weights("judged.txt");
  EXPECT_GT(without.front(), 0.0);
  EXPECT_THAT(said, Not(HasSubstr("not judged")));
  EXPECT_EQ(weights("semi.txt"), without);
  EXPECT_THAT(said,
              HasSubstr("semi.txt: 3 documents of 3 queries are not judged (label below 0): "
                        "left out of training; queries without a judged document, which do not "
                        "count: 1"));
  EXPECT_EQ(weights("semi.txt", {"--unjudged", "label:0"}), weights("given.txt"));
  EXPECT_LT(weights("semi.txt", {"--unjudged", "lowest"}).front(), 0.0);
  EXPECT_THAT(said, HasSubstr("ranked below the other documents of their query"));
  put("nothing.txt", "-1 qid:1 1:9\n-1 qid:1 1:8\n");
  const CliResult nothing =
      run({"train", "ranksvm", "--train", at("nothing.txt"), "--model", at("no.json")});
  EXPECT_EQ(nothing.code, 4);
  EXPECT_THAT(nothing.err, HasSubstr("no document of the training data is judged"));
}

TEST_F(TrainCommand, NamesTheHighestGradeOfErr) {
  put("high.txt", "4 qid:1 1:2 2:0 3:0 4:0\n0 qid:1 1:1 2:0 3:0 4:0\n");
  put("low.txt", "1 qid:2 1:2 2:0 3:0 4:0\n0 qid:2 1:1 2:0 3:0 4:0\n");
  put("last.txt", "1 qid:3 1:2 2:0 3:0 4:0\n0 qid:3 1:1 2:0 3:0 4:0\n");
  const CliResult result =
      run({"train", "ranksvm", "--train", at("high.txt"), "--vali", at("low.txt"), "--test",
           at("last.txt"), "--metric", "err", "--measures", "err", "--format", "json", "--model",
           at("model.json"), "--tune", "none"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["vali"]["err(max=4)"], 1.0 / 16);
  EXPECT_EQ(json["test"]["err(max=4)"], 1.0 / 16);
}

TEST_F(TrainCommand, SaysOfWhichProblemTheGapIs) {
  const CliResult table = train({"--set", "tie-rounds=1"}, "topmargin");
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("tie round 1, with tied documents in a fixed order"));
  const CliResult json = train({"--set", "tie-rounds=1", "--format", "json"}, "topslack");
  EXPECT_THAT(json.out, HasSubstr("\"gap_of\""));
  EXPECT_THAT(train({"--format", "json"}, "ranksvm-l1").out, Not(HasSubstr("\"gap_of\"")));
}

TEST_F(TrainCommand, DoesNotCompareTheNumbersOfGroups) {
  for (const char* name : {"rank.train", "rank.test"}) {
    const bool trains = name == std::string("rank.train");
    put(name, trains ? "1 1:3 2:1\n0 1:2 2:5\n" : "1 1:7 2:1\n0 1:2 2:8\n");
    put(std::string(name) + ".query", "2\n");
  }
  const CliResult result = run({"train", "listnet", "--train", at("rank.train"), "--test",
                                at("rank.test"), "--model", at("m.json"), "--tune", "none"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("in two parts")));
}

TEST_F(TrainCommand, LeavesNoCheckpointWhenItFails) {
  put("equal.txt", "1 qid:1 1:1\n1 qid:1 1:2\n1 qid:2 1:1\n1 qid:2 1:2\n");
  const CliResult failed =
      run({"train", "listnet", "--train", at("equal.txt"), "--model", at("model.json")});
  EXPECT_NE(failed.code, 0);
  EXPECT_FALSE(is_there("model.json.checkpoint"));
}

TEST_F(TrainCommand, TellsTheCheckpointOfAnotherTrainingFromItsOwn) {
  put("model.json.checkpoint", "{\"identity\":\"a choice of options\",\"podium_tuning\":1}\n");
  EXPECT_THAT(train({"--resume"}).err, HasSubstr("belongs to a training with other data"));
  put("model.json.checkpoint", R"({"podium_checkpoint":3,"identity":"another"})");
  const CliResult tuned = run(
      {"train", "listnet", "--train", at("train.txt"), "--model", at("model.json"), "--resume"});
  EXPECT_EQ(tuned.code, 2);
  EXPECT_THAT(tuned.err, HasSubstr("belongs to a training with other data"));
}

TEST_F(TrainCommand, SaysWhichQueriesTheFilesShare) {
  const CliResult shared = train({"--vali", at("vali.txt"), "--test", at("train.txt")});
  EXPECT_EQ(shared.code, 0) << shared.err;
  EXPECT_THAT(shared.err, HasSubstr("queries are in two parts: the model is selected by queries "
                                    "that it was trained on; test results are not valid"));
  EXPECT_THAT(shared.err, HasSubstr("in " + at("train.txt") + " and " + at("vali.txt")));
  put("other.txt", "1 qid:900 1:0.5 2:0 3:0 4:0.25\n0 qid:900 1:0.25 2:0 3:0 4:0.5\n");
  EXPECT_THAT(train({"--vali", at("other.txt")}).err, Not(HasSubstr("warning")));
}

TEST_F(TrainCommand, WritesNoModelThatRanksNothing) {
  // No feature differs at all, or only between queries.
  for (const char* value : {"1 1", "1 2"}) {
    std::string text;
    for (int q = 0; q < 12; ++q) {
      for (int d = 0; d < 4; ++d) {
        text += fmt::format("{} qid:{} 1:{} 2:0.5\n", d == 0 ? 1 : 0, q,
                            q % 2 == 0 ? value[0] : value[2]);
      }
    }
    put("same.txt", text);
    std::vector<std::string> names = {"auto"};
    for (const AlgorithmEntry& entry : algorithms()) names.emplace_back(entry.name);
    for (const std::string& name : names) {
      for (const char* tune : {"inner", "none"}) {
        if (name == "auto" && tune[0] == 'n') continue;
        const CliResult result = run({"train", name, "--train", at("same.txt"), "--model",
                                      at("m.json"), "--tune", tune, "--threads", "1"});
        EXPECT_EQ(result.code, 4) << name << " " << tune << ": " << result.err;
        EXPECT_FALSE(is_there("m.json")) << name;
      }
    }
  }
  const std::vector<std::string> mart = {"--train", at("same.txt"), "--model", at("m.json")};
  const CliResult refused = run({"train", "mart", "--tune", "none"}, mart);
  EXPECT_THAT(refused.err,
              HasSubstr("gives all documents of a query the same score; --allow-empty"));
  const CliResult allowed = run({"train", "mart", "--tune", "none", "--allow-empty"}, mart);
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  EXPECT_THAT(allowed.err, HasSubstr("warning: the model"));
  EXPECT_TRUE(is_there("m.json"));
  const CliResult empty = run({"train", "lambdamart", "--train", at("train.txt"), "--model",
                               at("none.json"), "--set", "rounds=0", "--tune", "none"});
  EXPECT_EQ(empty.code, 4) << empty.err;
  EXPECT_FALSE(is_there("none.json"));
}

TEST_F(TrainCommand, SaysThatItLoweredTheMinimumOfRows) {
  ASSERT_EQ(run({"synth", "letor", "--queries", "5", "--documents", "6", "--features", "5", "--out",
                 at("tiny.txt")})
                .code,
            0);
  const CliResult result =
      run({"train", "lambdamart", "--train", at("tiny.txt"), "--model", at("m.json")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("min-rows 20 -> 10: 30 documents do not allow more"));
}

TEST_F(TrainCommand, MeasuresCondensedListsAndSkipsBlankQueriesAsEvaluateDoes) {
  const std::string rows =
      "-1 qid:901 1:9 2:0 3:0 4:9\n1 qid:901 1:5 2:0 3:0 4:5\n0 qid:901 1:1 2:0 3:0 4:1\n"
      "0 qid:902 1:9 2:0 3:0 4:9\n0 qid:902 1:5 2:0 3:0 4:5\n"
      "0 qid:903 1:9 2:0 3:0 4:9\n1 qid:903 1:5 2:0 3:0 4:5\n";
  put("some.txt", rows);
  for (const std::vector<std::string>& rules : std::vector<std::vector<std::string>>{
           {}, {"--condensed"}, {"--blank", "skip"}, {"--condensed", "--blank", "skip"}}) {
    std::vector<std::string> more = {"--test",           at("some.txt"), "--measures",
                                     "p@1,map,judged@1", "--format",     "json"};
    more.insert(more.end(), rules.begin(), rules.end());
    const CliResult trained = train(more);
    ASSERT_EQ(trained.code, 0) << trained.err;
    std::vector<std::string> command = {"evaluate",         "--data",         at("some.txt"),
                                        "--model",          at("model.json"), "--measures",
                                        "p@1,map,judged@1", "--format",       "json"};
    command.insert(command.end(), rules.begin(), rules.end());
    const auto json = nlohmann::json::parse(trained.out);
    const auto measured = nlohmann::json::parse(run(command).out);
    EXPECT_EQ(json["test"], measured["measures"]) << rules.size();
    EXPECT_EQ(json["intervals"], measured["intervals"]);
    EXPECT_EQ(json.contains("condensed"), measured.contains("condensed"));
    EXPECT_EQ(json.contains("blank_queries"), measured.contains("blank_queries"));
    EXPECT_THAT(trained.err, HasSubstr(json.contains("condensed") ? "removed from rankings"
                                                                  : "not relevant in rankings"));
  }
}

TEST_F(TrainCommand, RefusesRulesOfMeasuringThatItCannotFollow) {
  EXPECT_THAT(refusal({"--condensed"}), HasSubstr("--condensed needs --vali, --test or "));
  EXPECT_THAT(refusal({"--blank", "skip"}), HasSubstr("--blank needs --vali, --test or "));
  EXPECT_THAT(refusal({"--vali", at("vali.txt"), "--blank", "both"}),
              HasSubstr("--blank both: found two values for each measure, expected one"));
  EXPECT_THAT(refusal({"--vali", at("vali.txt"), "--condensed", "--unjudged", "lowest"}),
              HasSubstr("with --unjudged lowest all documents have a label"));
}

TEST_F(TrainCommand, SaysThatOptionsTakeNoMeasuresOfOnesOwn) {
  EXPECT_THAT(
      refusal({"--define", "my=sum(gain)@5", "--set", "measure=my"}, "adarank-map"),
      HasSubstr("option 'measure' of adarank-map takes the measures of 'podium list measures'"));
}

TEST_F(TrainCommand, UsesWeightsOrRefusesThem) {
  std::string rows;
  for (int row = 0; row < 200; ++row) rows += row % 3 == 0 ? "4\n" : "1\n";
  put("rows", rows);
  // Another number of rows than there are weights, which are for the training data alone.
  put("vali.txt",
      text_of("vali.txt") + "1 qid:900 1:0.5 2:0 3:0 4:0.25\n0 qid:900 1:1 2:0 3:0 4:1\n");
  EXPECT_THAT(refusal({"--row-weights", at("rows")}, "adarank-map"),
              HasSubstr("adarank-map cannot use row weights"));
  const CliResult used = train({"--row-weights", at("rows"), "--vali", at("vali.txt")}, "ranksvm");
  EXPECT_EQ(used.code, 0) << used.err;

  std::string queries = "900 1\n";
  for (int query = 0; query <= 100; ++query) {
    queries += std::to_string(query) + (query % 2 == 0 ? " 0\n" : " 3\n");
  }
  put("queries", queries);
  const auto validation = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--vali", at("vali.txt"), "--set", "iterations=0",
                                          "--allow-empty"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(train(arguments).code, 0);
    return load_model(at("model.json")).training.validation->value;
  };
  EXPECT_NE(validation({}), validation({"--query-weights", at("queries")}))
      << "the metric is a mean over queries";
}

TEST_F(TrainCommand, SaysWhatIsWrong) {
  EXPECT_THAT(refusal({}, "magic"),
              AllOf(HasSubstr("unknown algorithm 'magic'"), HasSubstr("known are: regression")));
  EXPECT_THAT(refusal({"--set", "magic=1"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--set", "l2"}), HasSubstr("--set: found 'l2', expected NAME=VALUE"));
  EXPECT_THAT(refusal({"--set", "=2"}), HasSubstr("expected NAME=VALUE"));
  EXPECT_THAT(refusal({"--set", "l2=-1"}), HasSubstr("option 'l2' = -1 is outside"));
  EXPECT_THAT(refusal({"--set", "l2=much"}), HasSubstr("expected a number"));
  EXPECT_THAT(refusal({"--set", "optimiser=magic"}), HasSubstr("expected one of: lbfgs"));
  EXPECT_THAT(refusal({"--truth", "magic"}), HasSubstr("top-vs-rest"));
  EXPECT_THAT(refusal({"--vali", at("vali.txt"), "--metric", "magic"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--test", at("vali.txt"), "--measures", "map,magic"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--vali", at("vali.txt"), "--profile", "magic"}), HasSubstr("standard"));
  EXPECT_THAT(refusal({"--normalise", "magic"}), HasSubstr("zscore"));
  EXPECT_THAT(refusal({"--fill", "magic"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--set", "optimiser=newton"}, "rankcosine"), HasSubstr("newton"));
  EXPECT_THAT(refusal({"--set", "optimiser=newton", "--set", "model=network"}, "ranksvm"),
              HasSubstr("linear models only"));
  EXPECT_THAT(refusal({"--vali", at("vali.txt"), "--metric", "kappa-ndcg@10"}),
              HasSubstr("kappa-ndcg"));
  EXPECT_THAT(run({"train", "listnet", "--model", at("model.json")}).err, HasSubstr("--train"));
  EXPECT_THAT(run({"train", "listnet", "--train", at("train.txt")}).err, HasSubstr("--model"));
}

TEST_F(TrainCommand, RefusesOptionsWithoutEffect) {
  const auto refused = [&](const char* algorithm, const std::string& option,
                           std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--set", option});
    return refusal(more, algorithm);
  };
  EXPECT_THAT(refused("listnet", "hidden=3"), HasSubstr("--set hidden needs --set model=network"));
  EXPECT_THAT(refused("listnet", "step=0.1"),
              HasSubstr("--set step needs --set optimiser=sgd or adam"));
  EXPECT_THAT(refused("lambdamart", "mu=3"), HasSubstr("--set mu needs --set weights="));
  EXPECT_THAT(refused("topmargin", "gain=linear", {"--set", "measure=precision"}),
              HasSubstr("--set gain needs --set measure=ndcg"));
  EXPECT_THAT(refused("lambdamart", "patience=3"), HasSubstr("--set patience needs --vali"));
  EXPECT_THAT(refused("lambdamart", "keep=last"), HasSubstr("--set keep needs --vali"));
  EXPECT_THAT(refused("rankboost", "keep=last"), HasSubstr("--set keep needs --vali"));
  EXPECT_THAT(refused("mart", "max-step=4"),
              HasSubstr("--set max-step has no effect with the loss squared-error"));
  EXPECT_THAT(refused("mart", "curvature=bound"),
              HasSubstr("--set curvature has no effect with the loss squared-error"));
  EXPECT_THAT(refused("trees", "curvature=bound", {"--set", "loss=approx-ndcg"}),
              HasSubstr("--set curvature has no effect with the loss approx-ndcg"));
  EXPECT_EQ(train({"--set", "keep=last"}, "adarank-map").code, 0) << "of the training value";
  EXPECT_EQ(train({"--set", "curvature=bound", "--set", "max-step=2"}, "lambdamart").code, 0);
  EXPECT_THAT(train({"--set", "bits=5"}, "lambdamart").err,
              HasSubstr("bits 5: no effect, since precision auto is exact for 200 documents"));
  EXPECT_EQ(train({"--set", "model=network", "--set", "hidden=3"}).code, 0);
  EXPECT_EQ(train({"--set", "patience=0"}).code, 0) << "the default";
  EXPECT_EQ(train({"--set", "patience=3", "--vali", at("vali.txt")}).code, 0);
}

TEST_F(TrainCommand, NormalisesFeaturesForLearnersThatDependOnScales) {
  std::string text = "qid,label,views,price\n";
  for (int row = 0; row < 300; ++row) {
    text += fmt::format("{},{},{},{}\n", row / 10, row % 3, row == 0 ? 1e9 : row, row % 3);
  }
  put("views.csv", text);
  const auto normalised = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "train");
    words.insert(words.end(), {"--train", at("views.csv"), "--model", at("m.json")});
    return run(words).out;
  };
  EXPECT_THAT(normalised({"listnet"}),
              HasSubstr("1 feature by mean and deviation, 1 by ranks: views"));
  EXPECT_THAT(normalised({"listnet", "--normalise", "zscore"}),
              ContainsRegex("normalised +zscore\n"));
  EXPECT_THAT(normalised({"rankboost"}), HasSubstr("1 by ranks: views"));
  EXPECT_THAT(normalised({"lambdamart"}), ContainsRegex("normalised +none\n"));
}

TEST_F(TrainCommand, TellsErrorsOfDataAndNumbersApart) {
  EXPECT_EQ(run({"train", "listnet", "--train", at("none.txt"), "--model", at("m.json")}).code, 3);
  EXPECT_EQ(train({"--start", at("none.json")}).code, 3);
  put("tied.txt", "1 qid:1 1:1\n1 qid:1 1:2\n");
  const CliResult tied =
      run({"train", "ranknet", "--train", at("tied.txt"), "--model", at("m.json")});
  EXPECT_EQ(tied.code, 4);
  EXPECT_THAT(tied.err, HasSubstr("can be used for training"));
  put("large.txt", "1 qid:a 1:1\n0 qid:a 1:1e30\n");
  const CliResult large = run({"train", "ranknet", "--train", at("large.txt"), "--normalise",
                               "none", "--model", at("m.json")});
  EXPECT_EQ(large.code, 4);
  EXPECT_THAT(large.err, HasSubstr("query 'a', document '2', feature '1'"));
  put("gap.txt", "1 qid:a 1:1\n0 qid:a 1:NULL\n");
  const CliResult gap = run(
      {"train", "ranknet", "--train", at("gap.txt"), "--model", at("m.json"), "--fill", "keep"});
  EXPECT_EQ(gap.code, 4);
  EXPECT_THAT(gap.err, HasSubstr("feature '1'"));
  EXPECT_FALSE(is_there("m.json"));
  EXPECT_EQ(train({"--set", "iterations=1"}).code, 0);
  // A model that could not be written is refused before anything is read or learned.
  EXPECT_EQ(run({"train", "listnet", "--train", at("none.txt"), "--model", at("no/m.json")}).code,
            5);
}

TEST_F(TrainCommand, SaysHowManyQueriesCannotContribute) {
  put("some.txt", "1 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:2\n");
  const std::vector<std::string> command = {"train",        "ranknet", "--train",
                                            at("some.txt"), "--model", at("model.json")};
  EXPECT_THAT(run(command).out, HasSubstr("1; 1 with a single document or equal labels left out"));
  EXPECT_EQ(run(command, {"--quiet"}).err, "");
}

TEST_F(TrainCommand, TellsEveryIterationWhenAskedTo) {
  const CliResult result = train({"--verbose", "--vali", at("vali.txt"), "--set", "iterations=2"});
  EXPECT_THAT(result.err, AllOf(HasSubstr("iteration    1  objective"),
                                HasSubstr("iteration    2  objective"), HasSubstr("(best 0.")));
  EXPECT_THAT(result.err, Not(HasSubstr("gap")));
  EXPECT_THAT(train({"--verbose", "--set", "optimiser=bundle"}).err, HasSubstr("  gap "));
  EXPECT_THAT(train({}).err, Not(HasSubstr("iteration    1")));
}

TEST_F(TrainCommand, ResumesOnlyItsOwnCheckpoint) {
  EXPECT_THAT(train({"--resume"}).err, HasSubstr("starting from the beginning"));
  put("model.json.checkpoint", R"({"podium_checkpoint":3,"identity":"another"})");
  EXPECT_THAT(train({"--resume"}).err, HasSubstr("belongs to a training with other data"));
  EXPECT_EQ(train({"--resume"}).code, 2);
  put("model.json.checkpoint", "{");
  EXPECT_EQ(train({"--resume"}).code, 3);
  const CliResult anew = train({});
  EXPECT_EQ(anew.code, 0) << anew.err;
  EXPECT_THAT(anew.err,
              HasSubstr("belongs to a training with other data or options, or to an earlier "
                        "version, and will be replaced"));
  EXPECT_FALSE(is_there("model.json.checkpoint"));
}

TEST_F(TrainCommand, MakesAModelOfTwoStagesThatIsShownAndScored) {
  const CliResult trained =
      run({"train", "toprank", "--train", at("train.txt"), "--vali", at("vali.txt"), "--model",
           at("m.json"), "--set", "top=5", "--set", "aggregation=rrf(k=10)"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const CliResult shown = run({"model", "show", at("m.json")});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("re-ranking"), HasSubstr("topslack (linear)"),
                               HasSubstr("listnet (linear) by 0."), HasSubstr("rrf(k=10)"),
                               HasSubstr("half of those"), HasSubstr("in the first stage")));
  ASSERT_EQ(
      run({"score", "--model", at("m.json"), "--data", at("test.txt"), "--out", at("s")}).code, 0);
  EXPECT_TRUE(is_there("s"));
}

}  // namespace
}  // namespace podium::cli
