#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class TrainOnPairs : public LearningCommands {
 protected:
  TrainOnPairs() {
    // The labels, one of them unjudged, say the opposite of the answers.
    put("features.txt",
        "0 qid:1 1:0.9 2:0.5 #docid = a\n"
        "1 qid:1 1:0.5 2:0.4 #docid = b\n"
        "-1 qid:1 1:0.1 2:0.6 #docid = c\n"
        "0 qid:2 1:0.8 2:0.1 #docid = a\n"
        "2 qid:2 1:0.2 2:0.2 #docid = d\n");
    put("answers.txt", "1 a b a\n1 b c b 2\n1 c b c\n2 d a a\n1 a c tie\n");
  }

  CliResult on_pairs(const std::vector<std::string>& more,
                     const std::string& algorithm = "ranksvm") const {
    return run({"train", algorithm, "--train", at("features.txt"), "--model", at("model.json")},
               more);
  }
};

TEST_F(TrainOnPairs, LearnsTheAnswersInsteadOfTheLabels) {
  const CliResult result = on_pairs({"--pairs", at("answers.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("5 answers, 4 pairs; 1 tie left out; 1 pair answered in "
                                    "both directions"));
  const RankingModel model = load_model(at("model.json"));
  EXPECT_GT(std::get<LinearModel>(model.kind).w[0], 0.0) << "the labels would teach the opposite";
  EXPECT_THAT(model.training.data, HasSubstr(", pairs "));
}

TEST_F(TrainOnPairs, ReportsTheShareOfValidationPairsInOrder) {
  put("vali.answers", "1 a b a\n1 b c b\n2 a d d\n2 d a a\n");
  const CliResult result =
      on_pairs({"--pairs", at("answers.txt"), "--vali", at("features.txt"), "--vali-pairs",
                at("vali.answers"), "--format", "json", "--set", "keep=last"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["vali_pairs_in_order"], 0.75);
  EXPECT_TRUE(json["vali"].contains("ndcg@10"));
}

TEST_F(TrainOnPairs, NeedsNoLabels) {
  const std::string rows =
      "qid:1 1:0.9 2:0.5 #docid = a\nqid:1 1:0.5 2:0.4 #docid = b\nqid:1 1:0.1 2:0.6 #docid = c\n"
      "qid:2 1:0.8 2:0.1 #docid = a\nqid:2 1:0.2 2:0.2 #docid = d\n";
  ASSERT_EQ(on_pairs({"--pairs", at("answers.txt")}).code, 0);
  const auto with = std::get<LinearModel>(load_model(at("model.json")).kind).w;
  put("features.txt", rows);
  const CliResult result = on_pairs({"--pairs", at("answers.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(std::get<LinearModel>(load_model(at("model.json")).kind).w, with);
  EXPECT_EQ(on_pairs({}).code, 3);
}

TEST_F(TrainOnPairs, RefusesOtherAlgorithmsAndUnknownDocuments) {
  const CliResult other = on_pairs({"--pairs", at("answers.txt")}, "listnet");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("listnet cannot be trained on pairs"),
                               HasSubstr("ranksvm, ranksvm-l1, ranknet, rankboost, frank")));
  put("answers.txt", "1 a b a\n2 a b a\n");
  const CliResult unknown = on_pairs({"--pairs", at("answers.txt")});
  EXPECT_NE(unknown.code, 0);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("answers.txt:2: found document 'b'"), HasSubstr("'2'")));
  EXPECT_FALSE(is_there("model.json"));
}

TEST_F(TrainOnPairs, TakesNoTruthSettingAndValidationPairsOnlyWithValidationData) {
  EXPECT_EQ(on_pairs({"--pairs", at("answers.txt"), "--truth", "topk:3"}).code, 2);
  EXPECT_EQ(on_pairs({"--vali-pairs", at("answers.txt")}).code, 2);
}

}  // namespace
}  // namespace podium::cli
