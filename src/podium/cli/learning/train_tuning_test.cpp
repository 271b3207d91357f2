#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/train_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class TrainTuning : public TrainCommand {};

TEST_F(TrainTuning, TunesWithoutOptions) {
  const std::vector<std::string> command = {"train",         "listnet", "--train",
                                            at("train.txt"), "--model", at("model.json")};
  const CliResult result = run(command);
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* words :
       {"trainings", "penalty 0.1 ", "share of the model",
        "5, compared by ndcg@10 on 5 parts of the training data, held out in turn",
        "models, by their shares below", "--set strength=-2 fixes penalty 0.01"}) {
    EXPECT_THAT(result.out, HasSubstr(words));
  }
  EXPECT_THAT(result.out, testing::ContainsRegex("held out ndcg@10 +0.[0-9]+ +0.[0-9]+ +[01]."));
  EXPECT_THAT(result.out, Not(HasSubstr("objective"))) << "of one of several models";
  EXPECT_FALSE(is_there("model.json.checkpoint"));
  const RankingModel model = load_model(at("model.json"));
  ASSERT_TRUE(model.training.tuning);
  EXPECT_EQ(model.training.tuning->rule, "inner");
  EXPECT_EQ(model.training.tuning->points.size(), 5U);
  EXPECT_THAT(run({"model", "show", at("model.json")}).out, HasSubstr("chosen by the data"));
  const nlohmann::json said = nlohmann::json::parse(run(command, {"--format", "json"}).out);
  EXPECT_EQ(said["tuning"]["points"].size(), 5U);
  EXPECT_TRUE(said.contains("held_out"));
  EXPECT_LT(said["held_out_intervals"]["ndcg@10"][0], said["held_out"]["ndcg@10"]);
  EXPECT_GT(said["trainings"].get<int>(), 25);
}

TEST_F(TrainTuning, ComparesWithABaseline) {
  const CliResult result = run({"train", "listnet", "--train", at("train.txt"), "--model",
                                at("model.json"), "--baseline", "1"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Baseline '1': ndcg@10 0."));
  EXPECT_EQ(load_model(at("model.json")).training.tuning->baseline, "1");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--set", "l2=1"}, {"--grid", "l2=1,2"}, {"--tune", "none"}}) {
    EXPECT_EQ(
        run({"train", "auto", "--train", at("train.txt"), "--model", at("m.json")}, more).code, 2);
  }
  EXPECT_THAT(run({"train", "listnet", "--train", at("train.txt"), "--model", at("m.json"),
                   "--tune", "split"})
                  .err,
              HasSubstr("--tune split needs --vali"));
  EXPECT_THAT(run({"train", "listnet", "--train", at("train.txt"), "--model", at("m.json"),
                   "--tune", "best"})
                  .err,
              HasSubstr("unknown rule 'best'"));
}

TEST_F(TrainTuning, ChoosesTheAlgorithmToo) {
  put("few.txt", [] {
    std::string lines;
    for (int q = 1; q <= 10; ++q) {
      for (int d = 0; d < 3; ++d) {
        lines += fmt::format("{} qid:{} 1:{} 2:{}\n", d == q % 3 ? 1 : 0, q, d == q % 3 ? 0.9 : 0.2,
                             0.1 * ((q + d) % 4));
      }
    }
    return lines;
  }());
  const CliResult result =
      run({"train", "auto", "--train", at("few.txt"), "--model", at("model.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* words : {"listnet", "svmmap", "lambdarank", "baseline", "held out ndcg@10"}) {
    EXPECT_THAT(result.out, HasSubstr(words));
  }
  // Points and the baseline in five folds, two further numbers of rounds, then those of the model.
  EXPECT_THAT(result.err, HasSubstr("choosing among algorithms: at most 202 trainings\n"));
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(model.training.tuning->baseline, "1");
  EXPECT_FALSE(model.baseline);
}

TEST_F(TrainTuning, TakesALinearModelOrTreesAlone) {
  const std::vector<std::string> command = {"train",         "auto",    "--train",
                                            at("train.txt"), "--model", at("model.json")};
  const CliResult result = run(command, {"--format", "json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const nlohmann::json blend = nlohmann::json::parse(result.out)["blend"];
  EXPECT_EQ(blend["trees"], "lambdamart");
  EXPECT_GE(blend["value"], blend["single"]);
  EXPECT_THAT(run(command).out,
              testing::AnyOf(HasSubstr("No blend of "), HasSubstr("--single writes one of them")));
  ASSERT_EQ(run(command, {"--single"}).code, 0);
  const RankingModel model = load_model(at("model.json"));
  const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
  EXPECT_TRUE(trees == nullptr || !trees->start);
  EXPECT_THAT(
      run({"train", "listnet", "--train", at("train.txt"), "--model", at("m.json")}, {"--single"})
          .err,
      HasSubstr("--single"));
}

TEST_F(TrainTuning, LeavesOutWhatTheBudgetDoesNotAllow) {
  const std::vector<std::string> command = {"train",         "auto",    "--train",
                                            at("train.txt"), "--model", at("model.json")};
  const CliResult result = run(command, {"--budget", "0.000001s"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("left out for want of time: listnet strength=-1"));
  EXPECT_THAT(result.err, HasSubstr("lambdamart leaves=5 rounds=10"));
  EXPECT_THAT(run(command, {"--budget", "60"}).err, HasSubstr("expected a time such as 90s"));
}

TEST_F(TrainTuning, ComparesWithTheBaselineOnASingleQuery) {
  put("one.txt", "1 qid:v 1:0.9 4:0.5\n0 qid:v 1:0.1 4:0.7\n0 qid:v 1:0.3 4:0.2\n");
  for (const char* algorithm : {"listnet", "auto"}) {
    const CliResult result = run({"train", algorithm, "--train", at("train.txt"), "--vali",
                                  at("one.txt"), "--baseline", "1", "--model", at("model.json")});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("on 1 query that was held out, too few for an interval."));
  }
}

TEST_F(TrainTuning, LeavesOutOfAutoWhatCannotDoWithTheData) {
  std::string text;  // labels of which SVM-MAP finds none relevant
  for (int q = 1; q <= 40; ++q) {
    for (int d = 0; d < 6; ++d) {
      text += fmt::format("{} qid:{} 1:{} 2:{}\n", 0.15 * ((d + q) % 4), q,
                          (d + q) % 4 + 0.1 * (d * q % 7), (q * d) % 5);
    }
  }
  put("rates.txt", text);
  const CliResult result =
      run({"train", "auto", "--train", at("rates.txt"), "--model", at("model.json")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("svmmap was left out: no query can be used for training"));
  EXPECT_EQ(run({"train", "svmmap", "--train", at("rates.txt"), "--model", at("model.json")}).code,
            4);
}

TEST_F(TrainTuning, SaysWhatItDidWithTooFewQueriesToChooseBy) {
  put("few.txt", "1 qid:1 1:0.1 2:0.5\n0 qid:1 1:0.3 2:0.7\n1 qid:2 1:0.2 2:0.1\n0 qid:2 1:0.9\n");
  const auto said = [&](const std::vector<std::string>& more) {
    const CliResult result =
        run({"train", "listnet", "--train", at("few.txt"), "--model", at("model.json")}, more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  EXPECT_THAT(said({}), HasSubstr("There is no value on held-out queries: fewer than 10 queries "
                                  "have documents of different label, too few to choose options "
                                  "by, so listnet "
                                  "with penalty 0.1 was trained once"));
  EXPECT_THAT(said({}), Not(HasSubstr("held out ndcg")));
  EXPECT_THAT(run({"train", "listnet", "--train", at("train.txt"), "--model", at("model.json"),
                   "--tune", "inner", "--set", "l2=1"})
                  .out,
              HasSubstr("there was nothing to choose, so listnet was trained once"));
}

TEST_F(TrainTuning, TrainsOnValidationDataOnlyIfAsked) {
  const auto train = [&](const std::vector<std::string>& more) {
    return run({"train", "ranksvm", "--train", at("train.txt"), "--vali", at("vali.txt"), "--model",
                at("m.json")},
               more);
  };
  const CliResult plain = train({});
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.err, HasSubstr("trained on 20 queries; validation data (20 queries) chose the "
                                   "options; --refit-with-vali trains on both\n"));
  const RankingModel model = load_model(at("m.json"));
  EXPECT_EQ(model.training.tuning->rule, "split");
  // With one value to choose from, it is the model without validation data.
  EXPECT_EQ(train({"--grid", "c=1"}).code, 0);
  const ModelKind kind = load_model(at("m.json")).kind;
  EXPECT_EQ(
      run({"train", "ranksvm", "--train", at("train.txt"), "--model", at("m.json"), "--set", "c=1"})
          .code,
      0);
  EXPECT_EQ(load_model(at("m.json")).kind, kind);
  const CliResult both = train({"--refit-with-vali"});
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_THAT(both.err, HasSubstr("trained on 40 queries: training data and validation data (20 "
                                  "queries), which had chosen the options"));
  EXPECT_NE(load_model(at("m.json")).kind, model.kind);
  EXPECT_EQ(load_model(at("m.json")).training.tuning->points.front().value,
            model.training.tuning->points.front().value);
  EXPECT_THAT(train({"--tune", "inner"}).err, HasSubstr("--refit-with-vali adds the validation"));
  EXPECT_THAT(train({"--tune", "inner", "--refit-with-vali"}).err, HasSubstr("trained on 40 "));
  EXPECT_THAT(train({"--tune", "none", "--refit-with-vali"}).err,
              HasSubstr("--refit-with-vali needs --vali and options that the data chooses"));
}

}  // namespace
}  // namespace podium::cli
