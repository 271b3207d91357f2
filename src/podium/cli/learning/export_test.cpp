#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/learning/learning_commands_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class ExportCommand : public LearningCommands {
 protected:
  ExportCommand() {
    run({"train", "lambdamart", "--train", at("train.txt"), "--set", "rounds=5", "--tune", "none",
         "--model", at("trees.json")});
    run({"train", "listnet", "--train", at("train.txt"), "--normalise", "query-minmax", "--set",
         "iterations=5", "--tune", "none", "--model", at("query.json")});
  }

  CliResult exported(const std::string& model, const std::string& to,
                     const std::vector<std::string>& more = {}) const {
    return run({"export", at(model), "--to", to, "--out", at("out")}, more);
  }
};

TEST_F(ExportCommand, WritesTheModelAndSaysWhatToDo) {
  const CliResult result = exported(
      "trees.json", "solr", {"--features", at("features.json"), "--check-file", at("check.tsv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("query: rq={!ltr model=podium"));
  EXPECT_THAT(result.out, HasSubstr("--data-binary @" + at("features.json") + " http"));
  EXPECT_THAT(result.out, HasSubstr("--data-binary @" + at("out") + " http"));
  EXPECT_THAT(result.err, HasSubstr("checked on 1000 documents"));
  EXPECT_THAT(text_of("out"), HasSubstr("MultipleAdditiveTreesModel"));
  EXPECT_THAT(text_of("features.json"), HasSubstr("FILL IN"));
  EXPECT_THAT(text_of("check.tsv"), StartsWith("f1\tf2\tf3\tf4\tscore\tbound\n"));
}

TEST_F(ExportCommand, KnowsTheVersionsOfOpenSearch) {
  EXPECT_THAT(exported("trees.json", "opensearch").err,
              HasSubstr("name yours by --engine-version"));
  const CliResult old = exported("trees.json", "opensearch", {"--engine-version", "3.7"});
  EXPECT_EQ(old.code, 3);
  EXPECT_THAT(old.err, HasSubstr("OpenSearch 3.7 sends every missing value to the right branch"));
  EXPECT_EQ(exported("trees.json", "opensearch", {"--engine-version", "3.7", "--complete"}).code,
            0);
  EXPECT_THAT(exported("trees.json", "solr", {"--engine-version", "9"}).err,
              HasSubstr("--engine-version: only exports to opensearch"));
}

TEST_F(ExportCommand, AnImportedModelOfRankLibScoresDataOfMoreFeaturesThanItUses) {
  put("mart.txt",
      "## MART\n<ensemble>\n<tree id=\"1\" weight=\"1\"><split><feature> 2 </feature><threshold> "
      "0.5 "
      "</threshold><split pos=\"left\"><output> 0 </output></split><split pos=\"right\"><output> 1 "
      "</output></split></split></tree></ensemble>\n");
  const std::vector<std::string> import = {"import",  at("mart.txt"), "--from",
                                           "ranklib", "--model",      at("mart.json")};
  EXPECT_THAT(run(import).err, HasSubstr("give --feature-count if the data has more"));
  EXPECT_EQ(run(import, {"--feature-count", "4"}).err, at("mart.json") + ": trees of 4 features\n");
  const CliResult scored = run(
      {"score", "--data", at("test.txt"), "--model", at("mart.json"), "--out", at("mart.scores")});
  EXPECT_EQ(scored.code, 0) << scored.err;
}

TEST_F(ExportCommand, ChecksTheDocumentsOfADataSet) {
  const CliResult result = exported("trees.json", "c", {"--check", at("test.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("checked on 200 documents, largest difference of the scores"));
}

TEST_F(ExportCommand, RefusesAModelThatTheEngineCannotExpress) {
  const CliResult result = exported("query.json", "c");
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err,
              HasSubstr("query.json: the normaliser query-minmax looks at all documents"));
  EXPECT_THAT(result.err, HasSubstr("'podium serve'"));
  EXPECT_FALSE(is_there("out"));
}

TEST_F(ExportCommand, ExportsAModelOfWholeQueriesToOnnx) {
  const CliResult result =
      exported("query.json", "onnx",
               {"--whole-query", "--check", at("test.txt"), "--check-file", at("check.tsv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("one call is one query"));
  EXPECT_THAT(result.err, HasSubstr("checked on 200 documents"));
  EXPECT_THAT(text_of("check.tsv"), StartsWith("qid\tf1\tf2\tf3\tf4\tscore\tbound\n1\t"));
  EXPECT_EQ(exported("query.json", "c", {"--whole-query"}).code, 2);
}

TEST_F(ExportCommand, SaysPlainlyWhenNothingWasChecked) {
  run({"train", "listnet", "--train", at("train.txt"), "--fill", "keep", "--set", "iterations=5",
       "--tune", "none", "--model", at("keep.json")});
  put("holes.txt", "0 qid:1 1:NULL 2:1 3:1 4:1\n1 qid:1 1:NULL 2:2 3:1 4:1\n");
  const CliResult result = exported("keep.json", "c", {"--check", at("holes.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("NOT CHECKED: the model scores no document"));
  EXPECT_THAT(result.err, HasSubstr("left out 2 documents with a missing value"));
}

TEST_F(ExportCommand, WritesWhatImportReads) {
  ASSERT_EQ(exported("trees.json", "lightgbm").code, 0);
  const CliResult result =
      run({"import", at("out"), "--from", "lightgbm", "--model", at("again.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("again.json: trees of 4 features"));
  const auto scores = [&](const std::string& model) {
    run({"score", "--model", at(model), "--data", at("test.txt"), "--run", at("run")});
    return text_of("run").substr(0, 28);  // the first document, without the last digits
  };
  EXPECT_EQ(scores("again.json"), scores("trees.json"));
  EXPECT_EQ(run({"import", at("train.txt"), "--from", "xgboost", "--model", at("no.json")}).code,
            3);
}

TEST_F(ExportCommand, CallsFeaturesAsTheEngineDoes) {
  put("names.tsv", "f1\tbm25(title)\nf2\tattribute(price)\n");
  const CliResult result = exported("trees.json", "vespa", {"--rename", at("names.tsv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(text_of("out"), HasSubstr("bm25(title)"));
  put("names.tsv", "f9\tx\n");
  EXPECT_THAT(exported("trees.json", "c", {"--rename", at("names.tsv")}).err,
              HasSubstr("names.tsv:1: unknown feature 'f9'"));
  put("names.tsv", "f1\tf2\n");
  EXPECT_THAT(exported("trees.json", "c", {"--rename", at("names.tsv")}).err,
              HasSubstr("two features would be called 'f2'"));
  put("names.tsv", "f1 x\n");
  EXPECT_THAT(exported("trees.json", "c", {"--rename", at("names.tsv")}).err,
              HasSubstr("expected the name of a feature, a tab"));
}

TEST_F(ExportCommand, RefusesWhatTheFormatDoesNotHave) {
  EXPECT_EQ(exported("trees.json", "sorl").code, 2);
  const CliResult result = exported("trees.json", "c", {"--features", at("features.json")});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("the format c has no definitions of features"));
}

TEST_F(ExportCommand, RefusesToImportAModelThatRanksNothing) {
  put("zero.txt", "{\"bm25\": 0, \"title\": 0}");
  const std::vector<std::string> command = {"import",  at("zero.txt"), "--from",
                                            "weights", "--model",      at("zero.json")};
  const CliResult refused = run(command);
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.err, HasSubstr("zero.txt: the model gives all documents the same score"));
  EXPECT_FALSE(is_there("zero.json"));
  EXPECT_EQ(run(command, {"--allow-empty"}).code, 0);
}

}  // namespace
}  // namespace podium::cli
