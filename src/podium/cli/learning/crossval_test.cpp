#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"

namespace podium::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class CrossvalCommand : public LearningCommands {
 protected:
  CliResult crossval(const std::vector<std::string>& more) const {
    return run({"crossval", "listnet", "--data", at("train.txt"), "--fold-count", "4", "--set",
                "iterations=5", "--grid", "l2=0.1,10"},
               more);
  }

  std::string refusal(const std::vector<std::string>& more) const {
    const CliResult result = crossval(more);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  /// What was found, without the time that it took.
  static json results_of(const CliResult& result) {
    EXPECT_EQ(result.code, 0) << result.err;
    json document = json::parse(result.out);
    for (json& fold : document["folds"]) fold.erase("seconds");
    return document;
  }
};

TEST_F(CrossvalCommand, PrintsOneJsonDocument) {
  const CliResult result = crossval({"--measures", "map,ndcg@10", "--format", "json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json document = json::parse(result.out);
  ASSERT_EQ(document["folds"].size(), 4U);
  double sum = 0.0;
  for (std::size_t f = 0; f < 4; ++f) {
    const json& fold = document["folds"][f];
    EXPECT_EQ(fold["fold"], f + 1);
    EXPECT_EQ(fold["options"]["iterations"], "5");
    EXPECT_TRUE(fold["options"]["l2"] == "0.1" || fold["options"]["l2"] == "10");
    EXPECT_EQ(fold["vali"].size(), 2U);
    EXPECT_GE(fold["seconds"].get<double>(), 0.0);
    sum += fold["test"]["map"].get<double>();
  }
  EXPECT_NEAR(document["mean"]["test"]["map"].get<double>(), sum / 4.0, 1e-12);
  EXPECT_TRUE(document["mean"]["vali"].contains("ndcg@10"));
}

TEST_F(CrossvalCommand, PrintsATableWithItsMean) {
  const CliResult result = crossval({"--metric", "map"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("chosen"), HasSubstr("vali map"), HasSubstr("l2="),
                                HasSubstr("ndcg@10"), HasSubstr("mean")));
}

TEST_F(CrossvalCommand, PrintsIntervalsOverTheQueriesOfAllFolds) {
  const CliResult table = crossval({"--measures", "map", "--format", "csv"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out,
              AllOf(HasSubstr("\nmean,"), HasSubstr("\n95 % from,"), HasSubstr("\n95 % to,")));
  const json document = json::parse(
      crossval({"--measures", "map", "--format", "json", "--per-query", at("cv.csv")}).out);
  EXPECT_EQ(document["confidence"], 0.95);
  const double low = document["intervals"]["map"][0];
  const double high = document["intervals"]["map"][1];
  const double mean = document["mean"]["test"]["map"];
  EXPECT_LT(low, mean);
  EXPECT_GT(high, mean);
  EXPECT_THAT(crossval({"--interval", "none"}).out, testing::Not(HasSubstr("95 %")));
}

TEST_F(CrossvalCommand, ChoosesByAMeasureOfOnesOwn) {
  const auto with = [&](const std::string& formula) {
    return crossval({"--define", "my=" + formula, "--metric", "my", "--measures", "my,my@1,map",
                     "--format", "json", "--state", at("cv.jsonl")});
  };
  const CliResult result = with("norm(sum(gain*0.8^(rank-1)))@5");
  ASSERT_EQ(result.code, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document["metric"], "my");
  EXPECT_EQ(document["folds"][0]["chosen_by"], document["folds"][0]["vali"]["my"]);
  EXPECT_THAT(with("norm(sum(gain*0.9^(rank-1)))@5").err,
              HasSubstr("belongs to a cross-validation with other data or options"));
}

TEST_F(CrossvalCommand, TakesTheFoldsOfAFolder) {
  for (const char* fold : {"Fold1", "Fold2"}) {
    std::filesystem::create_directories(at(std::string("folds/") + fold));
    for (const char* part : {"train.txt", "vali.txt", "test.txt"}) {
      put(std::string("folds/") + fold + "/" + part, text_of(part));
    }
  }
  const std::vector<std::string> command = {"crossval",  "listnet", "--folds",
                                            at("folds"), "--set",   "iterations=5"};
  const json document = results_of(run(command, {"--format", "json"}));
  ASSERT_EQ(document["folds"].size(), 2U);
  EXPECT_EQ(document["folds"][0]["test"], document["folds"][1]["test"]);
  const json trained = json::parse(
      run({"train", "listnet", "--train", at("train.txt"), "--vali", at("vali.txt"), "--test",
           at("test.txt"), "--model", at("m.json"), "--set", "iterations=5", "--format", "json"})
          .out);
  EXPECT_EQ(document["folds"][0]["test"], trained["test"]);
  const auto said = [&](const std::vector<std::string>& more) { return run(command, more).err; };
  EXPECT_THAT(said({}), HasSubstr("validation files chose the options; --refit-with-vali trains"));
  EXPECT_THAT(said({"--refit-with-vali"}), HasSubstr("and models were trained on them, too"));
  EXPECT_THAT(said({"--tune", "inner"}), HasSubstr("validation files were not used"));
  EXPECT_THAT(said({"--tune", "inner", "--refit-with-vali"}), HasSubstr("like training data"));
  EXPECT_THAT(said({"--set", "l2=1", "--refit-with-vali"}), HasSubstr("--refit-with-vali needs"));
  std::filesystem::remove(at("folds/Fold2/vali.txt"));
  EXPECT_THAT(run(command).err, HasSubstr("fold 'Fold2' has no file vali.txt or "
                                          "validationset.txt, but others do; give one to all "
                                          "folds or to none"));
}

TEST_F(CrossvalCommand, TakesFoldsWithoutValidationFilesWhereNothingIsChosenByThem) {
  std::filesystem::create_directories(at("folds/Fold1"));
  for (const char* part : {"train.txt", "test.txt"}) {
    put(std::string("folds/Fold1/") + part, text_of(part));
  }
  const auto crossval = [&](const std::vector<std::string>& more) {
    return run({"crossval", "listnet", "--folds", at("folds"), "--format", "json"}, more);
  };
  const json fixed = results_of(crossval({"--set", "l2=0.1"}))["folds"][0];
  EXPECT_TRUE(fixed["chosen_by"].is_null());
  const json trained =
      json::parse(run({"train", "listnet", "--train", at("train.txt"), "--test", at("test.txt"),
                       "--model", at("m.json"), "--set", "l2=0.1", "--format", "json"})
                      .out);
  EXPECT_EQ(fixed["test"], trained["test"]);
  EXPECT_TRUE(results_of(crossval({}))["folds"][0]["chosen_by"].is_number()) << "on inner folds";
  EXPECT_THAT(crossval({"--grid", "l2=0.1,1"}).err,
              HasSubstr("fold 'Fold1' has no file vali.txt or validationset.txt, by which --grid "
                        "chooses options; --tune inner chooses them by parts of the training"));
  EXPECT_EQ(crossval({"--grid", "l2=0.1,1", "--tune", "inner"}).code, 0);
  EXPECT_THAT(crossval({"--tune", "split"}).err, HasSubstr("by which --tune split chooses"));
  EXPECT_THAT(crossval({"--refit-with-vali"}).err, HasSubstr("--refit-with-vali would train on"));
  EXPECT_THAT(crossval({"--set", "l2=0.1", "--set", "patience=3"}).err,
              HasSubstr("--set patience needs --vali"));
}

TEST_F(CrossvalCommand, SaysThatAQueryIsTestedInSeveralFolds) {
  for (const char* fold : {"folds/Fold1/", "folds/Fold2/"}) {
    std::filesystem::create_directories(at(fold));
    put(std::string(fold) + "train.txt", text_of("train.txt"));
    put(std::string(fold) + "test.txt", text_of("test.txt"));
  }
  const std::vector<std::string> command = {"crossval", "listnet", "--folds",    at("folds"),
                                            "--set",    "l2=0.1",  "--per-query"};
  const CliResult result = run(command, {at("values.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err,
              testing::ContainsRegex("warning: [0-9]+ queries are in the test data of several "
                                     "folds, the first: '[^']+' in folds 1 and 2; the mean and its "
                                     "interval count it each time, and podium compare refuses "));
  EXPECT_THAT(crossval({}).err, testing::Not(HasSubstr("several folds")));
}

TEST_F(CrossvalCommand, TrainWithThePrintedOptionsGivesTheSameModel) {
  std::filesystem::create_directories(at("folds/Fold1"));
  for (const char* part : {"train.txt", "vali.txt", "test.txt"}) {
    put(std::string("folds/Fold1/") + part, text_of(part));
  }
  for (const auto& [algorithm, grid] :
       {std::pair("ranksvm", "c=0.001,0.1,10"), std::pair("listnet", "l2=10,0.1,0.001"),
        std::pair("svmmap", "c=0.1,1,10"), std::pair("lambdarank", "l2=1,0.01"),
        std::pair("rankboost", "rounds=2,20")}) {
    const CliResult found = run({"crossval", algorithm, "--folds", at("folds"), "--grid", grid,
                                 "--format", "json", "--seed", "5"});
    const json document = results_of(found);
    const json& fold = document["folds"][0];
    std::vector<std::string> printed = {"--seed", document["seed"].dump()};
    for (const auto& [name, value] : fold["options"].items()) {
      printed.insert(printed.end(), {"--set", name + "=" + value.get<std::string>()});
    }
    const json trained =
        json::parse(run({"train", algorithm, "--train", at("train.txt"), "--vali", at("vali.txt"),
                         "--test", at("test.txt"), "--model", at("m.json"), "--format", "json"},
                        printed)
                        .out);
    EXPECT_EQ(fold["chosen_by"], trained["vali"]["ndcg@10"]) << algorithm;
    EXPECT_EQ(fold["test"], trained["test"]) << algorithm;
  }
}

TEST_F(CrossvalCommand, KeepsMissingValuesWhereTrainDoes) {
  ASSERT_EQ(run({"synth", "letor", "--queries", "20", "--documents", "10", "--features", "4",
                 "--missing", "0.3", "--out", at("gaps.txt")})
                .code,
            0);
  const auto found = [&](const char* algorithm, const char* fill) {
    return run({"crossval", algorithm, "--data", at("gaps.txt"), "--fold-count", "4", "--fill",
                fill, "--format", "json"});
  };
  const json kept = results_of(found("rankboost", "keep"));
  EXPECT_NE(kept["mean"], results_of(found("rankboost", "zero"))["mean"]);
  const CliResult refused = found("listnet", "keep");
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.err, HasSubstr("the value is missing"));
}

TEST_F(CrossvalCommand, SaysWhichQueriesThePartsOfAFoldShare) {
  std::filesystem::create_directories(at("folds/Fold1"));
  const auto row = [](int label, int query, int value) {
    return std::to_string(label) + " qid:" + std::to_string(query) + " 1:" + std::to_string(value) +
           "\n";
  };
  put("folds/Fold1/train.txt", row(1, 1, 3) + row(0, 1, 2) + row(1, 2, 9) + row(0, 2, 4));
  put("folds/Fold1/vali.txt", row(1, 1, 5) + row(0, 1, 6));
  put("folds/Fold1/test.txt", row(1, 3, 9) + row(0, 3, 4));
  const std::vector<std::string> command = {"crossval", "listnet", "--folds", at("folds")};
  const CliResult shared = run(command);
  EXPECT_EQ(shared.code, 0) << shared.err;
  EXPECT_THAT(shared.err, AllOf(HasSubstr("warning: 1 query is in two parts: the model is "
                                          "selected by queries that it was trained on; the first"),
                                HasSubstr("query 1 in " + at("folds/Fold1/train.txt") + " and " +
                                          at("folds/Fold1/vali.txt"))));
  EXPECT_THAT(shared.err, HasSubstr("warning: 1 query is in two parts under different ids"));
  put("folds/Fold1/vali.txt", row(1, 4, 5) + row(0, 4, 6));
  put("folds/Fold1/test.txt", row(1, 3, 8) + row(0, 3, 4));
  EXPECT_THAT(run(command).err, testing::Not(HasSubstr("warning")));
  EXPECT_THAT(crossval({}).err, testing::Not(HasSubstr("warning")));
}

TEST_F(CrossvalCommand, RefusesAFoldOfFewerFeatures) {
  std::filesystem::create_directories(at("folds/Fold1"));
  put("folds/Fold1/train.txt", "1 qid:1 1:3 2:1\n0 qid:1 1:2 2:5\n");
  put("folds/Fold1/vali.txt", "1 qid:2 1:3\n0 qid:2 1:2\n");
  put("folds/Fold1/test.txt", "1 qid:3 1:3 2:1\n0 qid:3 1:2 2:5\n");
  const std::vector<std::string> command = {"crossval", "listnet", "--folds", at("folds")};
  const CliResult refused = run(command);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr(at("folds/Fold1/vali.txt") +
                        ": the data has 1 feature; the model needs 2; "
                        "first missing: '2'; if the file omits zeros, give --feature-count 2"));
  EXPECT_EQ(run(command, {"--feature-count", "2"}).code, 0);
}

TEST_F(CrossvalCommand, TakesWeightsOfRowsWithOneFileOfDataOnly) {
  std::string weights;
  for (int row = 0; row < 200; ++row) weights += row % 3 == 0 ? "4\n" : "1\n";
  put("rows", weights);
  const std::vector<std::string> command = {"crossval",      "ranksvm",  "--data",
                                            at("train.txt"), "--format", "json"};
  EXPECT_NE(results_of(run(command, {"--row-weights", at("rows")}))["mean"],
            results_of(run(command))["mean"]);
  EXPECT_THAT(refusal({"--row-weights", at("rows")}), HasSubstr("listnet cannot use row weights"));
  EXPECT_THAT(run({"crossval", "ranksvm", "--folds", at("x"), "--row-weights", at("rows")}).err,
              HasSubstr("--row-weights needs --data"));
}

TEST_F(CrossvalCommand, SaysWhatIsNotJudgedAndNamesTheHighestGrade) {
  std::string text;
  for (int q = 1; q <= 9; ++q) {
    text += fmt::format("3 qid:{0} 1:2\n0 qid:{0} 1:1\n-1 qid:{0} 1:9\n", q);
  }
  put("semi.txt", text);
  const CliResult result = run({"crossval", "ranksvm", "--data", at("semi.txt"), "--fold-count",
                                "3", "--metric", "err", "--measures", "err,map"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("semi.txt: 9 documents of 9 queries are not judged"));
  EXPECT_THAT(result.out, HasSubstr("held out err(max=3)"));
  EXPECT_THAT(result.out, HasSubstr(" err(max=3) "));
}

TEST_F(CrossvalCommand, HasNoHeldOutValueWhereNothingIsHeldOut) {
  std::string text;
  for (int q = 1; q <= 6; ++q) text += fmt::format("1 qid:{0} 1:2\n0 qid:{0} 1:1\n", q);
  put("few.txt", text);
  const std::vector<std::string> command = {"crossval",     "ranksvm", "--data",     at("few.txt"),
                                            "--fold-count", "3",       "--measures", "map",
                                            "--state",      at("cv"),  "--format",   "json"};
  const CliResult result = run(command);
  const json document = results_of(result);
  for (const json& fold : document["folds"]) {
    EXPECT_TRUE(fold["chosen_by"].is_null()) << "the model was trained on all but the test queries";
    EXPECT_TRUE(fold["held_out"]["map"].is_null());
    EXPECT_EQ(fold["test"]["map"], 1.0);
  }
  EXPECT_THAT(result.err, HasSubstr("3 folds: no queries were held out to choose options by"));
  EXPECT_EQ(results_of(run(command)), document) << "from the state";
}

TEST_F(CrossvalCommand, SaysWhatItsTrainingsLeftOutAndChanged) {
  std::string text;
  for (int q = 1; q <= 8; ++q) text += fmt::format("{1} qid:{0} 1:2\n0 qid:{0} 1:1\n", q, q % 4);
  put("few.txt", text);
  const std::vector<std::string> command = {
      "crossval",     "lambdamart", "--data", at("few.txt"), "--fold-count", "4",       "--set",
      "min-rows=150", "--tune",     "none",   "--measures",  "map",          "--state", at("cv")};
  for (const char* run_number : {"first", "from the state"}) {
    const CliResult result = run(command);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err,
                HasSubstr(" training queries of 4 folds add nothing to the loss; measures include "
                          "them\n"))
        << run_number;
    EXPECT_THAT(result.err, testing::ContainsRegex("fold 1: min-rows 150 -> [0-9]+: 8 documents do "
                                                   "not allow more; similar in 4 of 4 folds"))
        << run_number;
  }
}

TEST_F(CrossvalCommand, SaysThatEqualLabelsChooseNothing) {
  for (const char* name : {"train.txt", "vali.txt", "test.txt"}) {
    std::string text;
    for (int q = 1; q <= 3; ++q) {
      const std::string id = fmt::format("{}{}", name[0], q);
      const int other = name[0] == 'v' ? 1 : 0;
      text += fmt::format("1 qid:{0} 1:{2}2\n{1} qid:{0} 1:{2}1\n", id, other, q + name[0]);
    }
    put(name, text);
  }
  const std::string warning = "vali.txt: no query has documents of different labels";
  const std::string model = at("m.json");
  std::filesystem::create_directories(at("folds/Fold1"));
  for (const char* name : {"train.txt", "vali.txt", "test.txt"}) {
    put(std::string("folds/Fold1/") + name, text_of(name));
  }
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"train", "listnet", "--train", at("train.txt"), "--vali",
                                 at("vali.txt"), "--model", model, "--tune", "none"},
        {"tune", "listnet", "--train", at("train.txt"), "--vali", at("vali.txt"), "--model", model,
         "--tune", "split", "--budget", "3"},
        {"crossval", "listnet", "--folds", at("folds"), "--grid", "l2=1,2"}}) {
    const CliResult result = run(command);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr(warning)) << command.front();
    EXPECT_THAT(result.err, HasSubstr("give other validation data, or none"));
  }
  EXPECT_THAT(run({"train", "listnet", "--train", at("train.txt"), "--vali", at("test.txt"),
                   "--model", model, "--tune", "none"})
                  .err,
              testing::Not(HasSubstr("different labels")));
}

TEST_F(CrossvalCommand, MeasuresCondensedListsAndSkipsBlankQueries) {
  std::string text;
  for (int q = 1; q <= 9; ++q) {
    text += fmt::format("{1} qid:{0} 1:2\n0 qid:{0} 1:1\n-1 qid:{0} 1:9\n", q, q % 3 == 0 ? 0 : 1);
  }
  put("semi.txt", text);
  const auto with = [&](const std::vector<std::string>& more) {
    return run(
        {"crossval", "ranksvm", "--data", at("semi.txt"), "--fold-count", "3", "--metric", "map",
         "--measures", "p@1,judged@3,map", "--format", "json", "--per-query", at("cv.csv")},
        more);
  };
  const auto lines = [&] { return std::ranges::count(text_of("cv.csv"), '\n'); };
  const json plain = results_of(with({}));
  EXPECT_EQ(plain["mean"]["test"]["p@1"], 0.0) << "the first document is not judged";
  EXPECT_EQ(lines(), 10);
  const json condensed = results_of(with({"--condensed", "--blank", "skip"}));
  EXPECT_EQ(condensed["mean"]["test"]["p@1"], 1.0);
  EXPECT_NEAR(condensed["mean"]["test"]["judged@3"].get<double>(), 2.0 / 3.0, 1e-12);
  EXPECT_EQ(results_of(with(
                {"--condensed", "--blank", "skip", "--tune", "none"}))["folds"][0]["chosen_by"],
            1.0);
  EXPECT_EQ(condensed["intervals"]["p@1"], (json{1.0, 1.0}));
  EXPECT_EQ(condensed["condensed"], true);
  EXPECT_EQ(condensed["blank_queries"], "skipped");
  EXPECT_EQ(lines(), 7);
  EXPECT_EQ(with({"--blank", "both"}).code, 2);
  ASSERT_EQ(with({"--state", at("cv.jsonl")}).code, 0);
  EXPECT_THAT(with({"--state", at("cv.jsonl"), "--condensed"}).err,
              HasSubstr("belongs to a cross-validation with other data or options"));
}

TEST_F(CrossvalCommand, LearnsFromPairs) {
  std::string data;
  std::string answers;
  for (int q = 1; q <= 9; ++q) {
    data += fmt::format("1 qid:{0} 1:2 #docid = a\n0 qid:{0} 1:1 #docid = b\n", q);
    answers += fmt::format("{0} a b b\n", q);
  }
  put("data.txt", data);
  put("answers.txt", answers);
  const std::vector<std::string> command = {
      "crossval", "ranksvm", "--data",          at("data.txt"), "--measures", "p@1",   "--format",
      "json",     "--pairs", at("answers.txt"), "--fold-count", "3",          "--set", "keep=last"};
  const CliResult result = run(command);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("answers.txt, fold 1: 3 answers, 3 pairs; 6 answers about "
                                    "queries that are not in the training data"));
  EXPECT_EQ(json::parse(result.out)["mean"]["test"]["p@1"], 0.0) << "the labels say the opposite";
  EXPECT_EQ(run(command, {"--truth", "topk:1"}).code, 2);
  EXPECT_THAT(run(command, {"--tune", "inner"}).err,
              HasSubstr("options cannot be tuned together with --pairs"));
  const CliResult other =
      run({"crossval", "listnet", "--data", at("data.txt"), "--pairs", at("answers.txt")});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("listnet cannot be trained on pairs"));
  put("answers.txt", answers + "77 a b a\n");
  EXPECT_THAT(run(command).err, HasSubstr("answers.txt:10: found query '77'"));
}

TEST_F(CrossvalCommand, DoesNotDependOnThreads) {
  const std::vector<std::string> more = {"--format", "json", "--grid", "start=zero,random"};
  auto one = more;
  one.insert(one.end(), {"--threads", "1"});
  auto two = more;
  two.insert(two.end(), {"--threads", "2"});
  EXPECT_EQ(results_of(crossval(one)), results_of(crossval(two)));
}

TEST_F(CrossvalCommand, TrainsAlgorithmsThatAreMadeOfOthers) {
  const std::vector<std::string> command = {
      "crossval", "toprank",  "--data", at("train.txt"), "--fold-count",
      "3",        "--format", "json",   "--set",         "rankers=regression,listmle"};
  // A part that only --set makes one, and its options.
  const json document = results_of(run(
      command, {"--grid", "topslack.c=0.01,1", "--grid", "listmle.l2=0.1", "--measures", "map"}));
  ASSERT_EQ(document["folds"].size(), 3U);
  for (const json& fold : document["folds"]) {
    EXPECT_EQ(fold["options"]["listmle.l2"], "0.1");
    EXPECT_GT(fold["test"]["map"].get<double>(), 0.3);
  }
  EXPECT_THAT(run(command, {"--grid", "listnet.l2=1"}).err,
              HasSubstr("found 'listnet', expected one of: topslack, regression, listmle"));
}

TEST_F(CrossvalCommand, WritesValuesThatCompareReads) {
  ASSERT_EQ(crossval({"--per-query", at("a.csv")}).code, 0);
  ASSERT_EQ(crossval({"--per-query", at("b.csv"), "--normalise", "zscore"}).code, 0);
  const std::string text = text_of("a.csv");
  EXPECT_EQ(std::ranges::count(text, '\n'), 21) << "a header and every query once";
  const CliResult compared = run(
      {"compare", "--per-query", at("a.csv"), "--per-query", at("b.csv"), "--measure", "ndcg@10"});
  EXPECT_EQ(compared.code, 0) << compared.err;
}

TEST_F(CrossvalCommand, RefusesModelsThatRankNothing) {
  std::string text;
  for (int row = 0; row < 80; ++row) {
    text += fmt::format("{} qid:{} 1:{}\n", row % 4 == 0 ? 1 : 0, row / 4, row / 4 % 2);
  }
  put("same.txt", text);
  const std::vector<std::string> command = {"crossval", "mart",     "--data", at("same.txt"),
                                            "--set",    "rounds=2", "--tune", "none"};
  const CliResult refused = run(command);
  EXPECT_EQ(refused.code, 4) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("fold 1: the model gives all documents of a query the same"));
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(run(command, {"--allow-empty"}).code, 0);
}

TEST_F(CrossvalCommand, SaysWhatIsWrong) {
  EXPECT_THAT(refusal({"--folds", at("x")}), HasSubstr("give either --folds DIR or --data FILE"));
  EXPECT_THAT(run({"crossval", "listnet"}).err,
              HasSubstr("give either --folds DIR or --data FILE"));
  EXPECT_THAT(refusal({"--grid", "magic=1"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--grid", "hidden"}), HasSubstr("grid: found 'hidden'"));
  EXPECT_THAT(refusal({"--grid", "hidden=1,0"}), HasSubstr("outside"));
  EXPECT_THAT(refusal({"--grid", "hidden=3,4"}), HasSubstr("hidden needs --set model=network"));
  EXPECT_THAT(refusal({"--grid", "l2=1"}), HasSubstr("found 'l2' twice"));
  EXPECT_THAT(refusal({"--metric", "magic"}), HasSubstr("magic"));
  EXPECT_THAT(refusal({"--truth", "magic"}), HasSubstr("top-vs-rest"));
  for (const char* count : {"0", "1", "2", "21"}) {
    const CliResult result =
        run({"crossval", "listnet", "--data", at("train.txt"), "--fold-count", count});
    EXPECT_EQ(result.code, 2) << count << ": " << result.err;
  }
  EXPECT_EQ(run({"crossval", "listnet", "--data", at("none.txt")}).code, 3);
}

// --- what --state keeps ---

TEST_F(CrossvalCommand, GoesOnFromItsState) {
  const std::vector<std::string> more = {"--format", "json", "--state", at("state")};
  const json whole = results_of(crossval({"--format", "json"}));
  EXPECT_EQ(results_of(crossval(more)), whole);
  const std::string full = text_of("state");
  EXPECT_EQ(std::ranges::count(full, '\n'), 9) << "which run it is, and two cells of four folds";

  const CliResult again = crossval(more);
  EXPECT_THAT(again.err, HasSubstr("8 of 8 parts are already done"));
  EXPECT_EQ(results_of(again), whole);
  EXPECT_EQ(text_of("state"), full);

  put("state", full.substr(0, full.size() - 20));  // killed while it wrote the last line
  const CliResult resumed = crossval(more);
  EXPECT_THAT(resumed.err, HasSubstr("7 of 8 parts are already done"));
  EXPECT_EQ(results_of(resumed), whole);
  EXPECT_EQ(std::ranges::count(text_of("state"), '\n'), 9);
}

TEST_F(CrossvalCommand, GoesOnFromItsStateWhateverItsFilesAreCalled) {
  std::string lines;
  for (int q = 1; q <= 20; ++q) lines += fmt::format("{} 1\n", q);
  put("weights", lines);
  put("w2", lines);
  put("moved.txt", text_of("train.txt"));
  const auto with = [&](const std::string& data, const std::string& weights) {
    return run({"crossval", "listnet", "--data", at(data), "--query-weights", at(weights), "--set",
                "iterations=5", "--state", at("state")});
  };
  ASSERT_EQ(with("train.txt", "weights").code, 0) << with("train.txt", "weights").err;
  EXPECT_THAT(with("moved.txt", "w2").err, HasSubstr("5 of 5 parts are already done"));
}

TEST_F(CrossvalCommand, EndsWhenAFoldCannotBeRead) {
  for (const char* fold : {"Fold1", "Fold2", "Fold3"}) {
    std::filesystem::create_directories(at(std::string("folds/") + fold));
    for (const char* part : {"train.txt", "vali.txt", "test.txt"}) {
      put(std::string("folds/") + fold + "/" + part, text_of(part));
    }
  }
  put("folds/Fold1/test.txt", "damaged\n");
  const CliResult result = run({"crossval", "listnet", "--folds", at("folds"), "--set",
                                "iterations=5", "--state", at("state"), "--threads", "1"});
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err, HasSubstr("folds/Fold1/test.txt:1"));
  EXPECT_FALSE(std::filesystem::exists(at("state"))) << "no other fold was trained";
}

TEST_F(CrossvalCommand, RefusesItsStateAfterAFileWasEditedThatKeptItsSize) {
  std::string weights;
  for (int q = 1; q <= 20; ++q) weights += fmt::format("{} 1\n", q);
  std::filesystem::create_directories(at("folds/Fold1"));
  for (const char* part : {"train.txt", "vali.txt", "test.txt"}) {
    put(std::string("folds/Fold1/") + part, text_of(part));
    put(std::string("folds/Fold1/") + part + ".query-weights", weights);
  }
  put("weights", weights);
  const std::vector<std::string> of_data = {
      "crossval",     "listnet", "--data",    at("train.txt"),   "--set",
      "iterations=5", "--state", at("state"), "--query-weights", at("weights")};
  const std::vector<std::string> of_folds = {"crossval", "listnet",      "--folds", at("folds"),
                                             "--set",    "iterations=5", "--state", at("state")};
  for (const auto& [command, file] :
       {std::pair(of_data, "train.txt"), std::pair(of_data, "weights"),
        std::pair(of_folds, "folds/Fold1/vali.txt"),
        std::pair(of_folds, "folds/Fold1/test.txt.query-weights")}) {
    std::filesystem::remove(at("state"));
    ASSERT_EQ(run(command).code, 0) << run(command).err;
    std::string text = text_of(file);
    char& digit = text[text.size() - 2];  // of the last number
    digit = digit == '2' ? '3' : '2';
    put(file, text);
    const CliResult edited = run(command);
    EXPECT_EQ(edited.code, 2) << file;
    EXPECT_THAT(edited.err, HasSubstr("belongs to a cross-validation with other data")) << file;
  }
}

TEST_F(CrossvalCommand, RefusesAnOptionThatIsGivenTwice) {
  EXPECT_THAT(refusal({"--set", "iterations=6"}),
              HasSubstr("--set: found 'iterations' twice, expected each name once"));
  EXPECT_THAT(refusal({"--set", "l2=5"}), HasSubstr("--grid and --set both give 'l2'"));
  EXPECT_THAT(refusal({"--grid", "l2=5"}), HasSubstr("--grid: found 'l2' twice"));
}

TEST_F(CrossvalCommand, RefusesTheStateOfAnother) {
  const std::vector<std::string> state = {"--state", at("state")};
  ASSERT_EQ(crossval(state).code, 0);
  const std::vector<std::vector<std::string>> others = {
      {"--seed", "2"},         {"--metric", "map"},       {"--truth", "full"},
      {"--set", "patience=7"}, {"--measures", "map"},     {"--grid", "start=zero,random"},
      {"--fill", "zero"},      {"--normalise", "zscore"}, {"--profile", "letor3"},
      {"--feature-count", "6"}};
  for (auto other : others) {
    const std::string flag = other.front();
    other.insert(other.end(), state.begin(), state.end());
    EXPECT_THAT(refusal(other), HasSubstr("belongs to a cross-validation with other data")) << flag;
  }
}

TEST_F(CrossvalCommand, RefusesADamagedState) {
  const std::vector<std::string> state = {"--state", at("state")};
  ASSERT_EQ(crossval(state).code, 0);
  const std::string full = text_of("state");
  const std::size_t second = full.find('\n') + 1;
  const auto damaged = [&](std::string text) {
    put("state", text);
    const CliResult result = crossval(state);
    EXPECT_EQ(result.code, 3) << result.err;
    return result.err;
  };
  EXPECT_THAT(damaged(full.substr(0, second) + "{}\n"),
              HasSubstr("state:2: found no 'algorithm', expected one"));
  EXPECT_THAT(damaged("hello\n"), HasSubstr("state:1: "));
  EXPECT_THAT(damaged("hello"), HasSubstr("state:1: found 'hello', expected"));
  std::string bad = full;
  const std::size_t best = bad.find("\"best\":", second);
  bad.replace(best, 8, "\"best\":9");
  EXPECT_THAT(damaged(bad), HasSubstr("found a result whose parts do not fit"));
}

}  // namespace
}  // namespace podium::cli
