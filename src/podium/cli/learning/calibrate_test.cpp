#include <array>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// `calibrate`, and what becomes of a calibrated model elsewhere.
class Calibrated : public LearningCommands {
 protected:
  CliResult train(const std::string& model, const std::vector<std::string>& more = {},
                  const std::string& algorithm = "listnet") const {
    return run({"train", algorithm, "--train", at("train.txt"), "--model", at(model)}, more);
  }
  CliResult calibrate(const std::vector<std::string>& more) const {
    return run({"calibrate", at("m.json"), "--train", at("train.txt"), "--grade", "1"}, more);
  }
  std::vector<double> scores(const std::string& model, const std::vector<std::string>& more) const {
    const CliResult result =
        run({"score", "--model", at(model), "--data", at("test.txt"), "--out", at("scores")}, more);
    EXPECT_EQ(result.code, 0) << result.err;
    return read_scores(at("scores"));
  }
};

TEST_F(Calibrated, ModelsKeepTheirScoresAndGainProbabilities) {
  ASSERT_EQ(train("m.json").code, 0);
  const RankingModel before = load_model(at("m.json"));
  const CliResult result = calibrate({"--out", at("p.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("P(label >= 1) = 1 / (1 + exp(-(A * score + B)))"),
                                HasSubstr("perfect forecast"), HasSubstr("precision")));
  EXPECT_EQ(load_model(at("m.json")), before);
  RankingModel after = load_model(at("p.json"));
  const Calibration calibration = after.calibration;
  EXPECT_THAT(run({"model", "show", at("p.json")}).out, HasSubstr("P(label >= 1)"));
  const std::vector<double> raw = scores("m.json", {});
  EXPECT_EQ(scores("p.json", {}), raw);
  const std::vector<double> p = scores("p.json", {"--probability"});
  for (std::size_t i = 0; i < raw.size(); ++i) EXPECT_EQ(p[i], calibration.probability(raw[i], 0));
  after.calibration = {};
  EXPECT_EQ(after, before);
  // The other form of the command writes the same model.
  ASSERT_EQ(train("t.json", {"--calibrate", "1"}).code, 0);
  EXPECT_EQ(load_model(at("t.json")), load_model(at("p.json")));
  ASSERT_EQ(calibrate({}).code, 0);
  EXPECT_EQ(load_model(at("m.json")), load_model(at("p.json")));
}

TEST_F(Calibrated, TablesHaveAColumnForEachGrade) {
  ASSERT_EQ(train("m.json", {"--calibrate", "1,2"}).code, 0);
  ASSERT_EQ(run({"score", "--model", at("m.json"), "--data", at("test.txt"), "--out", at("s.csv"),
                 "--probability"})
                .code,
            0);
  EXPECT_THAT(text_of("s.csv"), HasSubstr("qid,docid,score,P(label >= 1),P(label >= 2)\n"));
  EXPECT_EQ(read_scores(at("s.csv")), scores("m.json", {}));
  const CliResult refused = run({"score", "--model", at("m.json"), "--data", at("test.txt"),
                                 "--out", at("s"), "--probability"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("found probabilities of 2 grades"));
}

TEST_F(Calibrated, TreesThatValidationDataEndedAreTrainedAgain) {
  const CliResult result = train("m.json",
                                 {"--vali", at("vali.txt"), "--tune", "none", "--set", "min-rows=3",
                                  "--set", "rounds=20", "--calibrate", "1"},
                                 "lambdamart");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(load_model(at("m.json")).calibration.grades.size(), 1U);
}

TEST_F(Calibrated, ModelsOfAnyFormAreTrainedAgain) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--baseline", "1"},
        {"--vali", at("vali.txt")},
        {"--vali", at("vali.txt"), "--refit-with-vali"},
        {"--truth", "topk:3"},
        {"--tune", "none", "--set", "model=network", "--set", "hidden=2"}}) {
    std::vector<std::string> all = more;
    all.insert(all.end(), {"--calibrate", "1", "--seed", "4"});
    const CliResult result = train("m.json", all);
    EXPECT_EQ(result.code, 0) << more.front() << ": " << result.err;
  }
}

TEST_F(Calibrated, ModelsOfWordsAreTrainedAgain) {
  std::string rows = "qid,label,price,brand\n";
  for (int row = 0; row < 300; ++row) {
    const int brand = (row * 7 + row / 10) % 3;
    const int price = row * 13 % 17;
    rows += fmt::format("{},{},{},{}\n", row / 10, (brand + price / 6 + row % 2) / 2, price,
                        std::array{"acme", "bolt", "cog"}.at(static_cast<std::size_t>(brand)));
  }
  put("train.csv", rows);
  for (const std::string algorithm : {"listnet", "lambdamart"}) {
    const CliResult result = run({"train", algorithm, "--train", at("train.csv"), "--model",
                                  at("m.json"), "--categorical", "brand", "--calibrate", "1"});
    ASSERT_EQ(result.code, 0) << algorithm << ": " << result.err;
    const RankingModel before = load_model(at("m.json"));
    const CliResult again =
        run({"calibrate", at("m.json"), "--train", at("train.csv"), "--grade", "1"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(load_model(at("m.json")), before);
  }
}

TEST_F(Calibrated, ModelsThatGoOnLoseTheirProbabilities) {
  ASSERT_EQ(train("m.json", {"--calibrate", "1"}).code, 0);
  const CliResult result = train("n.json", {"--start", at("m.json"), "--set", "iterations=1"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("probabilities of the model to start from are left out"));
  EXPECT_TRUE(load_model(at("n.json")).calibration.grades.empty());
}

TEST_F(Calibrated, ModelsLeaveProbabilitiesOutOfEnginesWithALine) {
  ASSERT_EQ(train("m.json", {"--calibrate", "1", "--fill", "zero"}).code, 0);
  const auto exported = [&](const std::string& format) {
    const CliResult result = run({"export", at("m.json"), "--to", format, "--out", at("out")});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  EXPECT_THAT(exported("ranklib"), HasSubstr("left out, the order is the same: P(label >= 1) = "));
  EXPECT_THAT(exported("c"), Not(HasSubstr("left out")));
  EXPECT_THAT(text_of("out"), HasSubstr("podium_probability_1(double score)"));
}

TEST_F(Calibrated, ModelsAreRefusedWithAReason) {
  ASSERT_EQ(train("m.json", {"--normalise", "query-zscore"}).code, 0);
  const CliResult by_query = calibrate({});
  EXPECT_EQ(by_query.code, 2);
  EXPECT_THAT(by_query.err, HasSubstr("depend on the whole query"));
  ASSERT_EQ(train("m.json").code, 0);
  EXPECT_THAT(run({"calibrate", at("m.json"), "--train", at("vali.txt"), "--grade", "1"}).err,
              HasSubstr("the data that the model was trained on"));
  EXPECT_THAT(calibrate({"--grade", "40"}).err, HasSubstr("grade"));
  const CliResult few = train("few.json", {"--calibrate", "40"});
  EXPECT_EQ(few.code, 2);
  EXPECT_THAT(few.err, AllOf(HasSubstr("the model is written, without probabilities"),
                             HasSubstr("grade 40: found 0 documents")));
  EXPECT_TRUE(is_there("few.json"));
  const CliResult none = run({"score", "--model", at("m.json"), "--data", at("test.txt"), "--out",
                              at("s"), "--probability"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("found no probabilities in"));
  EXPECT_THAT(train("n.json", {"--calibrate", "1", "--start", at("m.json")}).err,
              HasSubstr("--calibrate"));
}

}  // namespace
}  // namespace podium::cli
