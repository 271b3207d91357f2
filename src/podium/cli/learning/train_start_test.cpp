#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// `train --start`.
class TrainStart : public LearningCommands {};

TEST_F(TrainStart, IsTheFirstPointOfALinearModel) {
  ASSERT_EQ(run({"train", "listnet", "--train", at("train.txt"), "--model", at("model.json")}).code,
            0);
  const RankingModel first = load_model(at("model.json"));
  ASSERT_EQ(run({"train", "listnet", "--train", at("train.txt"), "--model", at("again.json"),
                 "--start", at("model.json"), "--set", "iterations=0"})
                .code,
            0);
  EXPECT_EQ(load_model(at("again.json")).kind, first.kind);
  // Of other data: the parameters are for features that are prepared as they were.
  ASSERT_EQ(run({"train", "listnet", "--train", at("vali.txt"), "--model", at("again.json"),
                 "--start", at("model.json"), "--set", "iterations=0"})
                .code,
            0);
  EXPECT_EQ(load_model(at("again.json")).preparation, first.preparation);
  const CliResult other = run({"train", "regression", "--train", at("train.txt"), "--model",
                               at("other.json"), "--start", at("model.json")});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("start: found a model of 4 parameters, expected 5"));
  EXPECT_FALSE(is_there("other.json"));
}

TEST_F(TrainStart, OfAnyKindMayBeBelowTrees) {
  const auto trained = [&](const std::string& algorithm, const std::string& data,
                           const std::string& model, const std::vector<std::string>& more) {
    return run({"train", algorithm, "--train", at(data), "--model", at(model)}, more);
  };
  ASSERT_EQ(trained("listmle", "vali.txt", "linear.json", {"--normalise", "zscore"}).code, 0);
  const std::vector<std::string> added = {"--start",  at("linear.json"), "--set",
                                          "rounds=3", "--set",           "min-rows=3"};
  // Of other data than the model to start from: the preparation is that model's.
  const CliResult result = trained("lambdamart", "train.txt", "m.json", added);
  ASSERT_EQ(result.code, 0) << result.err;
  const RankingModel linear = load_model(at("linear.json"));
  const RankingModel model = load_model(at("m.json"));
  EXPECT_EQ(model.preparation, linear.preparation);
  EXPECT_EQ(*std::get<TreeEnsemble>(model.kind).start, (NamedRanker{"listmle", linear.kind}));
  EXPECT_THAT(run({"model", "show", at("m.json")}).out,
              AllOf(HasSubstr("added to the scores of"), HasSubstr("listmle (linear)")));
  EXPECT_EQ(
      run({"score", "--model", at("m.json"), "--data", at("test.txt"), "--out", at("s")}).code, 0);
  EXPECT_EQ(run({"explain", at("m.json"), "--data", at("test.txt"), "--query", "1"}).code, 0);
  // A model of trees goes on with its own preparation, too.
  EXPECT_EQ(trained("lambdamart", "train.txt", "more.json",
                    {"--start", at("m.json"), "--set", "rounds=1"})
                .code,
            0);

  for (const std::string& flag : {"--fill", "--normalise"}) {
    std::vector<std::string> given = added;
    given.insert(given.end(), {flag, "auto"});
    const CliResult refused = trained("lambdamart", "train.txt", "no.json", given);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr(flag), HasSubstr("--start")));
  }
}

TEST_F(TrainStart, OfWeakRankersKeepsItsPreparation) {
  const auto trained = [&](const std::string& data, const std::string& model,
                           const std::vector<std::string>& more) {
    return run({"train", "rankboost", "--tune", "none", "--train", at(data), "--model", at(model)},
               more);
  };
  ASSERT_EQ(trained("vali.txt", "first.json", {"--normalise", "zscore", "--set", "rounds=4"}).code,
            0);
  const std::vector<std::string> added = {"--start", at("first.json"), "--set", "rounds=2"};
  // Of other data, whose mean and deviation are others.
  const CliResult result = trained("train.txt", "m.json", added);
  ASSERT_EQ(result.code, 0) << result.err;
  const RankingModel first = load_model(at("first.json"));
  const RankingModel model = load_model(at("m.json"));
  EXPECT_EQ(model.preparation, first.preparation);
  EXPECT_EQ(std::get<WeakRankerSum>(model.kind).terms.size(), 6U);

  std::vector<std::string> scaled = added;
  scaled.insert(scaled.end(), {"--normalise", "zscore"});
  const CliResult refused = trained("train.txt", "no.json", scaled);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--start cannot be combined with --normalise"));
}

TEST_F(TrainStart, IsRefusedIfItsScoresAreNoNumbers) {
  RankingModel huge{
      .kind = LinearModel{LinearScorer{.features = 4}, {1.7e308, -1.7e308, 1.7e308, 1.7e308}},
      .preparation = {.features = {.count = 4}}};
  save_model(huge, at("huge.json"));
  std::string rows;
  for (int doc = 0; doc < 20; ++doc) {
    rows += std::to_string(doc % 3) + " qid:1 1:" + std::to_string(doc + 1) +
            " 2:" + std::to_string(7 * doc % 20) + " 3:9 4:2\n";
  }
  put("train.txt", rows);
  for (const AlgorithmEntry& entry : algorithms()) {
    if (entry.is_composed || entry.path_option.empty()) continue;
    const CliResult result =
        run({"train", std::string(entry.name), "--tune", "none", "--train", at("train.txt"),
             "--model", at("model.json"), "--start", at("huge.json")});
    if (result.code == 2) {  // a model with a bias
      EXPECT_THAT(result.err, HasSubstr("start: ")) << entry.name;
      continue;
    }
    EXPECT_EQ(result.code, 4) << entry.name << ": " << result.err;
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("query '1', iteration "), HasSubstr("the score of document")))
        << entry.name;
  }
}

}  // namespace
}  // namespace podium::cli
