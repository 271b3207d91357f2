// --baseline with a run, scores or a model, from training to every command that scores.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Labels follow a first feature and a ranking that only the run knows.
class BaselineCommand : public testing::Test {
 protected:
  BaselineCommand() {
    RandomStream random(5, "", "baseline test");
    std::string run;
    std::string scores;
    for (const auto& [name, first, end] : {std::tuple("train.txt", 1, 15), {"test.txt", 15, 21}}) {
      std::string lines;
      for (int q = first; q < end; ++q) {
        for (int d = 1; d <= 6; ++d) {
          const double x = random.uniform();
          const double hidden = random.uniform();
          const double utility = 0.5 * x + hidden + 0.1 * random.normal();
          lines += fmt::format("{} qid:{} 1:{:.4f} 2:{:.4f} #docid = d{}\n",
                               utility > 1.0   ? 2
                               : utility > 0.7 ? 1
                                               : 0,
                               q, x, random.uniform(), d);
          run += fmt::format("{} Q0 d{} 1 {:.4f} today\n", q, d, 20.0 * hidden);
          if (first == 1) scores += fmt::format("{:.4f}\n", hidden);
        }
      }
      folder_.file(name, lines);
    }
    folder_.file("run.txt", run);
    folder_.file("scores.txt", scores);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  static CliResult run(std::vector<std::string> arguments,
                       const std::vector<std::string>& more = {}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  /// One value of the penalty and the baseline alone: few trainings.
  CliResult train(const std::string& baseline, const std::vector<std::string>& more = {},
                  const std::string& data = "train.txt") const {
    return run({"train", "listnet", "--train", at(data), "--model", at("model.json"), "--set",
                "l2=0.1", "--baseline", baseline},
               more);
  }

  CliResult score(const std::vector<std::string>& more) const {
    return run(
        {"score", "--model", at("model.json"), "--data", at("test.txt"), "--out", at("out.txt")},
        more);
  }

  static std::string refusal(const CliResult& result) {
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  TemporaryFolder folder_;
};

TEST_F(BaselineCommand, IsTheModelWhereNoOtherFeatureDiffers) {
  std::string lines;
  for (int row = 0; row < 120; ++row) {
    lines += fmt::format("{} qid:{} 1:{} 2:7\n", row % 3, row / 6, (row * 7) % 12);
  }
  folder_.file("one.txt", lines);
  for (const char* algorithm : {"auto", "listnet"}) {
    const CliResult trained = run({"train", algorithm, "--train", at("one.txt"), "--model",
                                   at("model.json"), "--baseline", "1"});
    EXPECT_EQ(trained.code, 0) << trained.err;
  }
}

TEST_F(BaselineCommand, OfARunIsAFeatureOfTheModel) {
  const CliResult trained = train(
      at("run.txt"), {"--test", at("test.txt"), "--measures", "map,ndcg@3", "--format", "json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("as --baseline"));
  const json said = json::parse(trained.out);
  EXPECT_EQ(said["tuning"]["points"].size(), 2U);
  EXPECT_GE(said["baseline"]["difference"].get<double>(), 0.0);
  const RankingModel model = load_model(at("model.json"));
  ASSERT_TRUE(model.baseline);
  EXPECT_EQ(model.baseline->kind, BaselineKind::run);
  EXPECT_THAT(model.preparation.features.names, ElementsAre("1", "2", "baseline"));
  EXPECT_EQ(model.training.tuning->baseline, "baseline");
  EXPECT_GT(std::get<LinearModel>(model.kind).w[2], 0.0);

  // The scores are those that training measured.
  ASSERT_EQ(score({"--baseline", at("run.txt")}).code, 0);
  const std::vector<std::string> evaluate = {"evaluate",   "--data",   at("test.txt"), "--measures",
                                             "map,ndcg@3", "--format", "json"};
  EXPECT_EQ(json::parse(run(evaluate, {"--scores", at("out.txt")}).out)["measures"], said["test"]);
  EXPECT_EQ(json::parse(run(evaluate, {"--model", at("model.json"), "--baseline", at("run.txt")})
                            .out)["measures"],
            said["test"]);
  EXPECT_THAT(run({"model", "show", at("model.json")}).out,
              HasSubstr("a run; scoring needs that of the data as --baseline"));
}

TEST_F(BaselineCommand, IsNeededByEveryCommandThatScores) {
  ASSERT_EQ(train(at("run.txt")).code, 0);
  ASSERT_EQ(run({"train", "listnet", "--train", at("train.txt"), "--model", at("plain.json"),
                 "--set", "l2=0.1"})
                .code,
            0);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"score", "--model", at("model.json"), "--out", at("out.txt")},
        {"evaluate", "--model", at("model.json")},
        {"explain", at("model.json"), "--repeats", "1"},
        {"explain", at("model.json"), "--query", "16"}}) {
    const std::vector<std::string> data = {"--data", at("test.txt")};
    EXPECT_THAT(refusal(run(command, data)),
                AllOf(HasSubstr("trained on top of a run"), HasSubstr("as --baseline")));
    const CliResult wrong =
        run(command, {"--data", at("test.txt"), "--baseline", at("plain.json")});
    EXPECT_THAT(refusal(wrong), HasSubstr("found a model, expected a run"));
    const CliResult other =
        run(command, {"--data", at("test.txt"), "--baseline", at("scores.txt")});
    EXPECT_THAT(refusal(other), HasSubstr("found a file of scores, expected a run"));
    const CliResult right = run(command, {"--data", at("test.txt"), "--baseline", at("run.txt")});
    EXPECT_EQ(right.code, 0) << right.err;
  }
  const std::vector<std::string> compare = {"compare", "--data",         at("test.txt"),
                                            "--model", at("model.json"), at("plain.json")};
  EXPECT_THAT(refusal(run(compare)), HasSubstr("as --model-baseline"));
  EXPECT_EQ(run(compare, {"--model-baseline", at("run.txt")}).code, 0);
  EXPECT_THAT(refusal(run({"score", "--model", at("plain.json"), "--data", at("test.txt"), "--out",
                           at("out.txt"), "--baseline", at("run.txt")})),
              HasSubstr("was not trained on top of"));
  EXPECT_THAT(refusal(run({"evaluate", "--model", at("plain.json"), "--data", at("test.txt"),
                           "--baseline", at("run.txt")})),
              HasSubstr("no model was trained on top of"));
}

TEST_F(BaselineCommand, OfAModelIsPartOfTheNewOne) {
  ASSERT_EQ(run({"train", "rankboost", "--train", at("train.txt"), "--model", at("old.json"),
                 "--set", "rounds=4"})
                .code,
            0);
  const CliResult trained =
      train(at("old.json"), {"--test", at("test.txt"), "--measures", "map", "--format", "json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const RankingModel model = load_model(at("model.json"));
  ASSERT_TRUE(model.baseline);
  EXPECT_EQ(*model.baseline->model, load_model(at("old.json")));
  std::filesystem::remove(at("old.json"));
  ASSERT_EQ(score({}).code, 0) << score({}).err;
  EXPECT_EQ(json::parse(run({"evaluate", "--data", at("test.txt"), "--scores", at("out.txt"),
                             "--measures", "map", "--format", "json"})
                            .out)["measures"],
            json::parse(trained.out)["test"]);
  EXPECT_EQ(run({"explain", at("model.json"), "--data", at("test.txt"), "--query", "16"}).code, 0);
  EXPECT_THAT(run({"model", "show", at("model.json")}).out, HasSubstr("part of this one"));
  EXPECT_THAT(refusal(score({"--baseline", at("run.txt")})), HasSubstr("in its own file"));
}

TEST_F(BaselineCommand, OfAModelNeedsItsFeaturesByName) {
  folder_.file("old.csv", "qid,label,x,y\n1,1,1,2\n1,0,2,1\n2,1,1,3\n2,0,2,1\n");
  ASSERT_EQ(run({"train", "regression", "--train", at("old.csv"), "--model", at("old.json"),
                 "--set", "l2=1"})
                .code,
            0);
  const std::string said = refusal(train(at("old.json")));
  EXPECT_THAT(said, HasSubstr("name the columns as the baseline's training data does"));
  EXPECT_THAT(said, Not(HasSubstr("--by-position"))) << "it is about other files of a training";
}

TEST_F(BaselineCommand, OfScoresFitsOneFileOnly) {
  EXPECT_THAT(refusal(train(at("scores.txt"), {"--test", at("test.txt")})),
              HasSubstr("one file of scores cannot be that of --train and of other data"));
  const CliResult trained = train(at("scores.txt"));
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("standardised over all documents of a query"));
  EXPECT_THAT(refusal(score({"--baseline", at("scores.txt")})),
              HasSubstr("found 84 scores, expected 36"));
  EXPECT_EQ(run({"evaluate", "--data", at("train.txt"), "--model", at("model.json"), "--baseline",
                 at("scores.txt")})
                .code,
            0);
}

TEST_F(BaselineCommand, SaysForWhichDocumentsThereAreNoScores) {
  const std::string text(InputText(at("run.txt")).view());
  folder_.file("part.txt", text.substr(text.find('\n') + 1));
  const CliResult trained = train(at("part.txt"));
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("train.txt, " + at("part.txt") + ": no score for 1 document"));
  folder_.file("few.txt", "1 Q0 d1 1 2.0 t\n");
  EXPECT_THAT(train(at("few.txt"), {}).err, HasSubstr("13 whole queries"));
  EXPECT_THAT(refusal(train(at("few.txt"), {"--test", at("test.txt")})),
              HasSubstr("found none of the 6 queries of the data"));
}

TEST_F(BaselineCommand, IsAFeatureIfThereIsOneOfThatName) {
  folder_.file("both", "1\n");
  std::string csv = "qid,label,baseline," + at("both") + "\n";
  for (int q = 0; q < 10; ++q) csv += fmt::format("{0},1,{0},3\n{0},0,0.5,1\n", q + 1);
  folder_.file("d.csv", csv);
  const CliResult both = train(at("both"), {}, "d.csv");
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_THAT(both.err, HasSubstr("the feature is taken"));
  EXPECT_FALSE(load_model(at("model.json")).baseline);
  EXPECT_THAT(refusal(train("bm25")), AllOf(HasSubstr("found 'bm25'"), HasSubstr("best-feature"),
                                            HasSubstr("the file of a run")));
  folder_.file("r.txt", "1 Q0 1 1 2.0 t\n");
  EXPECT_THAT(refusal(train(at("r.txt"), {}, "d.csv")), HasSubstr("has a feature 'baseline'"));
  folder_.file("odd.txt", "two words\n");
  EXPECT_EQ(train(at("odd.txt")).code, 3);
}

TEST_F(BaselineCommand, GoesThroughCrossValidation) {
  const std::vector<std::string> command = {"crossval", "listnet",    "--set",
                                            "l2=0.1",   "--measures", "ndcg@3"};
  const std::vector<std::string> data = {"--data",   at("train.txt"), "--fold-count",
                                         "3",        "--state",       at("cv.jsonl"),
                                         "--format", "json",          "--baseline"};
  const auto with = [&](const std::string& file) {
    std::vector<std::string> more = data;
    more.push_back(at(file));
    return run(command, more);
  };
  const CliResult result = with("run.txt");
  ASSERT_EQ(result.code, 0) << result.err;
  const json folds = json::parse(result.out)["folds"];
  ASSERT_EQ(folds.size(), 3U);
  for (const json& fold : folds) {
    EXPECT_TRUE(fold["tuning"][0].contains("baseline"));
    EXPECT_EQ(fold["algorithm"], "listnet");
  }
  folder_.file("other.txt", "1 Q0 d1 1 2.0 t\n");
  EXPECT_THAT(refusal(with("other.txt")), HasSubstr("with other data or options"));

  ASSERT_EQ(run({"data", "split", at("train.txt"), "--out", at("folds")}).code, 0);
  const std::vector<std::string> parts = {"--folds", at("folds"), "--baseline"};
  const auto in_folds = [&](const std::string& file) {
    std::vector<std::string> more = parts;
    more.push_back(at(file));
    return run(command, more);
  };
  EXPECT_EQ(in_folds("run.txt").code, 0) << in_folds("run.txt").err;
  EXPECT_THAT(refusal(in_folds("other.txt")), HasSubstr("found none of the"));
  EXPECT_THAT(refusal(in_folds("scores.txt")), HasSubstr("cannot be that of all folds"));
}

}  // namespace
}  // namespace podium::cli
