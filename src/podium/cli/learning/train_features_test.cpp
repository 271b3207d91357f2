#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/train_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TrainFeatures : public TrainCommand {};

TEST_F(TrainFeatures, RefusesHeldOutDataOfFewerFeaturesBeforeItTrains) {
  put("narrow.txt", "1 qid:900 1:0.5 2:0.25\n0 qid:900 1:0.25 2:0.5\n");
  for (const char* part : {"--vali", "--test"}) {
    EXPECT_THAT(refusal({part, at("narrow.txt")}),
                HasSubstr(at("narrow.txt") +
                          ": the data has 2 features; the model needs 4; first "
                          "missing: '3'; if the file omits zeros, give --feature-count 4"))
        << part;
  }
  EXPECT_EQ(train({"--vali", at("narrow.txt"), "--feature-count", "4"}).code, 0);
}

TEST_F(TrainFeatures, FindsTheColumnsOfOtherFilesByName) {
  put("a.csv", "qid,label,x,y\n1,1,3,1\n1,0,2,5\n2,1,4,2\n2,0,1,1\n");
  put("turned.csv", "qid,label,y,x\n3,1,1,3\n3,0,5,2\n");
  put("other.csv", "qid,label,u,v\n3,1,3,1\n3,0,2,5\n");
  put("same.csv", "qid,label,x,y\n3,1,3,1\n3,0,2,5\n");
  const auto command = [&](const char* test, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--train", at("a.csv"), "--test", at(test), "--model", at("m.json"),
                             "--tune", "none", "--format", "json"});
    return run({"train", "ListNet"}, more);
  };
  const auto test_of = [](const CliResult& result) {
    return nlohmann::json::parse(result.out)["test"];
  };
  EXPECT_EQ(test_of(command("turned.csv")), test_of(command("same.csv")));
  EXPECT_THAT(command("other.csv").err, HasSubstr(at("other.csv") + ": found no feature 'x'"));
  EXPECT_EQ(test_of(command("other.csv", {"--by-position"})), test_of(command("same.csv")));
  EXPECT_THAT(train({"--by-position"}).err,
              HasSubstr("--by-position needs --vali, --test or --start"));
}

TEST_F(TrainFeatures, FindsThoseOfAModelToStartFromByName) {
  put("a.csv", "qid,label,x,y\n1,1,3,1\n1,0,2,5\n2,1,4,2\n2,0,1,1\n");
  put("turned.csv", "qid,label,y,x\n1,1,1,3\n1,0,5,2\n2,1,2,4\n2,0,1,1\n");
  const auto command = [&](const char* data, const std::vector<std::string>& more) {
    return run({"train", "listnet", "--train", at(data), "--model", at("m.json"), "--tune", "none"},
               more);
  };
  ASSERT_EQ(command("a.csv", {}).code, 0);
  std::filesystem::copy_file(at("m.json"), at("start.json"));
  EXPECT_EQ(command("a.csv", {"--start", at("start.json")}).code, 0);
  const RankingModel ordered = load_model(at("m.json"));
  EXPECT_EQ(command("turned.csv", {"--start", at("start.json")}).code, 0);
  EXPECT_EQ(load_model(at("m.json")).kind, ordered.kind);
  EXPECT_EQ(command("turned.csv", {"--start", at("start.json"), "--by-position"}).code, 0);
}

TEST_F(TrainFeatures, ListsFeaturesAndWarnsOfIds) {
  put("a.csv", "qid,label,product_id,x\n1,1,31,1\n1,0,32,5\n2,1,31,2\n2,0,35,1\n");
  const CliResult result =
      run({"train", "listnet", "--train", at("a.csv"), "--model", at("m.json"), "--tune", "none"});
  EXPECT_THAT(result.out, HasSubstr("2: product_id, x"));
  EXPECT_THAT(result.err, HasSubstr("the column 'product_id' is a feature, but its name and its "
                                    "values are those of an id; --ignore product_id leaves it out, "
                                    "--docid-column product_id makes it the id of documents"));
  EXPECT_THAT(train({}).out, HasSubstr("4, numbered from 1"));
}

TEST_F(TrainFeatures, WarnsWhenNoFeatureDiffersWithinAQuery) {
  put("equal.txt", "1 qid:1 1:3 2:5\n0 qid:1 1:3 2:5\n1 qid:2 1:4 2:5\n0 qid:2 1:4 2:5\n");
  const CliResult result = run(
      {"train", "listnet", "--train", at("equal.txt"), "--model", at("m.json"), "--tune", "none"});
  EXPECT_EQ(result.code, 4) << result.err;
  EXPECT_THAT(result.err, HasSubstr("equal.txt: no feature differs between documents of a query; a "
                                    "model gives all documents of a query the same score"));
  EXPECT_FALSE(is_there("m.json"));
  EXPECT_THAT(train({}).err, Not(HasSubstr("no feature differs")));
}

TEST_F(TrainFeatures, ServesDocumentsOneByOneByDefault) {
  put("gaps.txt",
      "1 qid:1 1:4 2:NULL\n0 qid:1 1:2 2:7\n1 qid:2 1:NULL 2:3\n0 qid:2 1:1 2:2\n0 qid:2 1:3 "
      "2:5\n");
  const std::vector<std::string> command = {"train",        "ranksvm", "--train",
                                            at("gaps.txt"), "--model", at("m.json")};
  const CliResult result = run(command, {"--normalise", "zscore"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, at("gaps.txt") +
                            ": 2 features with missing values (1 20.0 %, 2 20.0 %); "
                            "--fill auto says what becomes of them\n");
  const RankingModel model = load_model(at("m.json"));
  EXPECT_EQ(serving_of(model), Serving::documents);
  EXPECT_EQ(to_text(model.preparation.fill), "zero,1=constant:1.5,2=constant:4.5");
  // Every document gets the same score alone and in its query.
  const std::vector<std::string> rows = {"0 qid:1 1:4 2:NULL\n", "0 qid:1 1:2 2:7\n",
                                         "0 qid:2 1:NULL 2:3\n", "0 qid:2 1:1 2:2\n",
                                         "0 qid:2 1:3 2:5\n"};
  const auto scores = [&](const std::string& data) {
    put("data.txt", data);
    const CliResult scored = run(
        {"score", "--model", at("m.json"), "--data", at("data.txt"), "--out", at("scores.txt")});
    EXPECT_THAT(scored.err, Not(HasSubstr("all documents"))) << scored.err;
    return text_of("scores.txt");
  };
  std::string together;
  std::string alone;
  for (const std::string& row : rows) {
    together += row;
    alone += scores(row);
  }
  EXPECT_EQ(alone, scores(together));
}

TEST_F(TrainFeatures, SaysWhenAModelNeedsWholeQueries) {
  const auto said = [&](const std::vector<std::string>& more) {
    const CliResult result = train(more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  EXPECT_THAT(
      said({"--normalise", "query-minmax"}),
      AllOf(HasSubstr("the model scores whole queries only: the normaliser query-minmax uses "
                      "all documents of a query"),
            HasSubstr("--normalise minmax, zscore")));
  EXPECT_THAT(said({"--fill", "zero,2=mean,3=min"}),
              AllOf(HasSubstr("missing values are filled from the other documents of the query "
                              "(rule mean, min)"),
                    HasSubstr("--fill train-min makes a model that scores documents alone")));
  EXPECT_EQ(said({"--fill", "zero"}), "");
  EXPECT_EQ(said({"--fill", "min", "--quiet"}), "");
  EXPECT_EQ(said({"--fill", "2=zero"}), "");
}

TEST_F(TrainFeatures, LearnsFromSparseDataOfManyFeatures) {
  const auto generate = [&](const char* documents, const char* features, const char* density) {
    EXPECT_EQ(run({"synth", "letor", "--queries", "6", "--documents", documents, "--features",
                   features, "--density", density, "--out", at("wide.txt")})
                  .code,
              0);
  };
  const auto train_wide = [&](const std::vector<std::string>& more) {
    return run({"train", "ranksvm", "--train", at("wide.txt"), "--model", at("wide.json"), "--tune",
                "none", "--set", "iterations=2"},
               more);
  };
  generate("5", "100000", "0.001");
  EXPECT_THAT(
      run({"data", "info", at("wide.txt")}).out,
      testing::ContainsRegex("features are stored *sparse: [0-9]+ values other than 0, 0.10 %"));
  const CliResult plain = train_wide({"--verbose"});
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.err, HasSubstr("wide.txt: features are stored sparse: "));
  EXPECT_THAT(plain.err, Not(HasSubstr("stored dense")));
  EXPECT_EQ(run({"score", "--model", at("wide.json"), "--data", at("wide.txt"), "--out",
                 at("wide.scores")})
                .code,
            0);
  generate("60", "3000",
           "0.02");  // some value in every column: none is 0 after subtracting its mean
  EXPECT_THAT(train_wide({"--normalise", "zscore"}).err, HasSubstr("it is stored dense"));
}

TEST_F(TrainFeatures, SaysAtOnceWhatIsWrongWithTheData) {
  // Whole numbers that a float rounds, a column of another scale, and one that knows the label.
  std::string text;
  for (int q = 1; q <= 12; ++q) {
    for (int d = 0; d < 4; ++d) {
      const int label = (q + d) % 3;
      text += fmt::format("{} qid:{} 1:{} 2:{} 3:{} 4:{}\n", label, q, 20000001 + q * d,
                          0.001 * ((q * 7 + d * 5) % 11), 0.1 * ((q * 3 + d) % 5), 2 * label + 1);
    }
  }
  put("raw.txt", text);
  const auto said = [&](const std::vector<std::string>& more) {
    const CliResult result = run(
        {"train", "regression", "--train", at("raw.txt"), "--model", at("m.json"), "--set", "l2=1"},
        more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  EXPECT_THAT(said({}), HasSubstr("raw.txt: 1 feature has values above 2^24 in magnitude, which "
                                  "32-bit floats round"));
  EXPECT_THAT(said({}), HasSubstr("1 feature reveals the label"));
  EXPECT_THAT(said({}), Not(HasSubstr("standard deviations")));
  EXPECT_THAT(said({"--normalise", "none"}),
              testing::ContainsRegex("standard deviations that differ by a factor above 100: .*"
                                     "--normalise auto makes them similar \\(feature 2: 0.00.*, "
                                     "feature 1: [0-9.]+, feature 4: "));
}

}  // namespace
}  // namespace podium::cli
