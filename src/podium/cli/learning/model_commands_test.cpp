#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// Two queries whose rows are not neighbours, and a model w = (2, -1) of their two features.
class ModelCommands : public testing::Test {
 protected:
  ModelCommands() {
    std::filesystem::create_directories(folder_);
    put("data.txt",
        "1 qid:1 1:1 2:0.5 #docid = a\n0 qid:2 1:0 2:1 #docid = a\n"
        "0 qid:1 1:0 2:NULL #docid = b\n2 qid:2 1:3 2:1 #docid = c\n");
    put("short.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
    put("wide.txt", "1 qid:1 1:1 2:0 3:1\n0 qid:1 1:0 2:0 3:1\n");
    put("unlabelled.csv", "qid,docid,1,2\n1,a,1,0.5\n1,b,0,1\n");
    save({-1, 0}, "worse.json");
    save({2, -1}, "model.json");
  }
  ~ModelCommands() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, std::string_view text) const { write_file(at(name), text); }
  std::string text_of(const std::string& name) const {
    return std::string(InputText(at(name)).view());
  }

  void save(const std::vector<double>& w, const std::string& name, FeatureSet features = {}) const {
    RankingModel model;
    model.kind = LinearModel{{w.size()}, w};
    model.preparation.features = std::move(features);
    model.preparation.features.count = w.size();
    model.training = {.algorithm = "listmle",
                      .options = {{"l2", "0.1"}},
                      .truth = "topk:10",
                      .seed = 7,
                      .data = "00ff00ff00ff00ff",
                      .podium_version = "0.1.0",
                      .iterations = 12,
                      .stop = "converged",
                      .validation = Validation{"ndcg@10", 0.5}};
    save_model(model, at(name));
  }

  CliResult run(std::vector<std::string> arguments) const {
    for (std::string& argument : arguments) {
      const std::size_t name = argument.find('=') + 1;  // 0 when there is none
      if (argument.find('.') != std::string::npos) argument.insert(name, folder_.string() + "/");
    }
    return run_in_process(arguments);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("model-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ModelCommands, ScoreWritesOneScoreALineInInputOrder) {
  const CliResult result =
      run({"score", "--model", "model.json", "--data", "data.txt", "--out", "s.txt"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("scored 4 rows, 2 queries"));
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n-0.5\n5\n");  // NULL became 0.5, the least of its query
}

TEST_F(ModelCommands, ScoreSaysWhenScoresDependOnTheOtherDocumentsOfAQuery) {
  const auto said = [&](const std::string& model, const std::string& data) {
    const CliResult result = run({"score", "--model", model, "--data", data, "--out", "s.txt"});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  // The model has the rule min, as models of former versions do.
  put("alone.txt", "0 qid:1 1:0 2:NULL\n0 qid:2 1:1 2:1\n0 qid:2 1:1 2:2\n");
  EXPECT_THAT(
      said("model.json", "alone.txt"),
      HasSubstr("model.json: missing values are filled from the other documents of the query "
                "(rule min); a query without some of its documents gets other scores (1 of "
                "2 queries with a single document)\n"));
  EXPECT_THAT(said("model.json", "data.txt"), HasSubstr("gets other scores\n"));
  put("complete.txt", "0 qid:1 1:0 2:3\n");
  EXPECT_EQ(said("model.json", "complete.txt"), "scored 1 row, 1 query\n");
  RankingModel model = load_model(at("model.json"));
  model.kind = ReRanking{NamedRanker{"one", LinearModel{{2}, {2, -1}}}};
  save_model(model, at("stages.json"));
  EXPECT_THAT(said("stages.json", "complete.txt"),
              HasSubstr("stages.json: a re-ranking compares all documents of a query"));
}

TEST_F(ModelCommands, WarnOfFeaturesInOtherUnits) {
  RankingModel model = load_model(at("model.json"));
  model.training.ranges = {{0, 0}, {1, 1}};
  save_model(model, at("scaled.json"));
  put("raw.txt", "1 qid:1 1:0.5 2:140\n0 qid:1 1:1 2:90\n");
  put("own.txt", "1 qid:1 1:0.5 2:1\n0 qid:1 1:1 2:0\n");
  const auto said = [&](const std::string& command, const std::string& data) {
    const CliResult result =
        run({command, "--model", "scaled.json", "--data", data,
             command == "score" ? "--out" : "--measures", command == "score" ? "s.txt" : "map"});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  for (const char* command : {"score", "evaluate"}) {
    EXPECT_THAT(said(command, "raw.txt"),
                HasSubstr("scaled.json: 1 feature with values far beyond those of the training "
                          "data (2), as if in other units; a model of scaled features"));
    EXPECT_THAT(said(command, "own.txt"), Not(HasSubstr("far beyond")));
  }
  // Units do not matter to a model that does not use the feature, or scales it by query.
  const RankingModel scaled = model;
  model.kind = LinearModel{{2}, {2, 0}};
  save_model(model, at("scaled.json"));
  EXPECT_THAT(said("score", "raw.txt"), Not(HasSubstr("far beyond")));
  model = scaled;
  model.preparation.normaliser =
      Normaliser::fit(NormaliserKind::query_minmax, read_dataset(at("own.txt")));
  save_model(model, at("scaled.json"));
  EXPECT_THAT(said("score", "raw.txt"), Not(HasSubstr("far beyond")));
}

TEST_F(ModelCommands, ShowSaysWhatScoringNeeds) {
  const auto shown = [&](const std::string& model) { return run({"model", "show", model}).out; };
  EXPECT_THAT(shown("model.json"),
              ContainsRegex("scores +document by document if no value is missing; else whole "
                            "queries\n"));
  RankingModel model = load_model(at("model.json"));
  model.preparation.fill = parse_fill_policy("zero");
  save_model(model, at("alone.json"));
  EXPECT_THAT(shown("alone.json"), ContainsRegex("scores +document by document\n"));
  model.kind = ReRanking{NamedRanker{"one", LinearModel{{2}, {2, -1}}}};
  save_model(model, at("stages.json"));
  EXPECT_THAT(shown("stages.json"), ContainsRegex("scores +whole queries only\n"));
}

TEST_F(ModelCommands, ShowCountsLearnedFillRulesInsteadOfListingThem) {
  RankingModel model;
  model.kind = LinearModel{{6}, {1, 2, 3, 4, 5, 6}};
  model.preparation.features.count = 6;
  model.preparation.fill = parse_fill_policy(
      "zero,1=constant:1,2=constant:2,3=constant:3,4=constant:4,5=constant:5,6=keep");
  save_model(model, at("learned.json"));
  EXPECT_THAT(
      run({"model", "show", "learned.json"}).out,
      ContainsRegex("missing values +a number for each of 5 features; otherwise zero,6=keep\n"));
}

TEST_F(ModelCommands, ScoreWritesARun) {
  const CliResult result = run({"score", "--model", "model.json", "--data", "data.txt", "--run",
                                "r.txt", "--run-tag", "mine", "--quiet"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(text_of("r.txt"),
            "1 Q0 a 1 1.5 mine\n1 Q0 b 2 -0.5 mine\n2 Q0 c 1 5 mine\n2 Q0 a 2 -1 mine\n");
}

TEST_F(ModelCommands, ScoreTakesDataWithoutLabels) {
  const CliResult result = run({"score", "--model", "model.json", "--data", "unlabelled.csv",
                                "--label-column", "", "--out", "s.txt"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n");
}

TEST_F(ModelCommands, ScoreTakesRowsWithoutLabelsAsTheyAre) {
  const CliResult csv =
      run({"score", "--model", "model.json", "--data", "unlabelled.csv", "--out", "s.txt"});
  ASSERT_EQ(csv.code, 0) << csv.err;
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n");
  put("new.txt", "qid:1 1:1 2:0.5 #docid = a\nqid:1 1:0 2:1 #docid = b\n");
  const CliResult letor =
      run({"score", "--model", "model.json", "--data", "new.txt", "--out", "s.txt"});
  ASSERT_EQ(letor.code, 0) << letor.err;
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n");
  const CliResult measured = run({"evaluate", "--model", "model.json", "--data", "new.txt"});
  EXPECT_EQ(measured.code, 3);
  EXPECT_THAT(measured.err, HasSubstr("new.txt:1:1: found 'qid:1', expected a label (a number); "
                                      "only podium score"));
}

TEST_F(ModelCommands, ScoreTakesFeaturesForZeroOnlyWhenAskedTo) {
  const std::vector<std::string> command = {"score",     "--model", "model.json", "--data",
                                            "short.txt", "--out",   "s.txt"};
  const CliResult refused = run(command);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("model.json: the data has 1 feature; the model needs 2; first missing: "
                        "'2'; if the file omits zeros, give --feature-count 2"));
  std::vector<std::string> asked = command;
  asked.insert(asked.end(), {"--feature-count", "2"});
  const CliResult result = run(asked);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(text_of("s.txt"), "2\n0\n");
}

TEST_F(ModelCommands, ScoreRefusesOtherFeatures) {
  CliResult result =
      run({"score", "--model", "model.json", "--data", "wide.txt", "--out", "s.txt"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("model.json: the data has 3 features; the model needs 2; "
                                    "first surplus: '3'"));
  save({1, 1}, "named.json", {.names = {"bm25", "1"}});
  result = run({"score", "--model", "named.json", "--data", "unlabelled.csv", "--label-column", "",
                "--out", "s.txt"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(
      result.err,
      HasSubstr("found no feature 'bm25' among the 2 of the data ('1', '2'), expected the 2 "
                "of the model; --by-position takes"));
  EXPECT_FALSE(std::filesystem::exists(at("s.txt")));
}

TEST_F(ModelCommands, SaysHowAModelOfRankLibGetsTheFeaturesOfTheData) {
  put("ranklib.txt", "## Coordinate Ascent\n1:0.5 2:2\n");
  const std::vector<std::string> import = {"import",  "ranklib.txt", "--from",
                                           "ranklib", "--model",     "import.json"};
  ASSERT_EQ(run(import).code, 0);
  const std::vector<std::string> score = {"score",    "--model", "import.json", "--data",
                                          "wide.txt", "--out",   "s.txt"};
  for (const std::vector<std::string>& command :
       {score,
        {"evaluate", "--model", "import.json", "--data", "wide.txt"},
        {"score", "--model", "import.json", "--data", "wide.txt", "--out", "s.txt",
         "--by-position"}}) {
    const CliResult result = run(command);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("import.json: the data has 3 features; the model 2, the "
                                      "largest number in its RankLib file"));
    EXPECT_THAT(result.err, HasSubstr("podium import --from ranklib --feature-count 3"));
  }
  std::vector<std::string> counted = import;
  counted.insert(counted.end(), {"--feature-count", "3"});
  ASSERT_EQ(run(counted).code, 0);
  EXPECT_EQ(run(score).code, 0);
}

TEST_F(ModelCommands, FindsNumberedFeaturesByNameUnlessAskedForPositions) {
  put("turned.csv", "qid,docid,label,f2,f1\n1,a,1,0.5,1\n1,b,0,1,0\n");
  put("named.csv", "qid,docid,label,price,stock\n1,a,1,1,0.5\n1,b,0,0,1\n2,a,1,1,0.5\n2,b,0,0,1\n");
  ASSERT_EQ(run({"score", "--model", "model.json", "--data", "turned.csv", "--out", "s.txt"}).code,
            0);
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"score", "--model", "model.json", "--out", "s.txt", "--data"},
        {"evaluate", "--model", "model.json", "--data"},
        {"compare", "--model", "model.json", "--model", "worse.json", "--data"},
        {"explain", "model.json", "--data"},
        {"export", "model.json", "--to", "c", "--complete", "--out", "m.h", "--check"}}) {
    std::vector<std::string> named = command;
    named.emplace_back("named.csv");
    const CliResult refused = run(named);
    EXPECT_EQ(refused.code, 2) << command.front();
    EXPECT_THAT(refused.err, HasSubstr("found no feature 1 ('1' or 'f1') among the 2 of the data "
                                       "('price', 'stock')"))
        << command.front();
    named.emplace_back("--by-position");
    const CliResult by_position = run(named);
    EXPECT_EQ(by_position.code, 0) << command.front() << by_position.err;
    if (command.front() == "export") continue;  // checks the model, whatever the data means
    EXPECT_THAT(by_position.err,
                HasSubstr("columns are taken by position: 'price' as '1', 'stock' as '2'"))
        << command.front();
  }
  EXPECT_EQ(text_of("s.txt"), "1.5\n-1\n1.5\n-1\n");
}

TEST_F(ModelCommands, NamedModelsTakeNumberedDataOnlyByPosition) {
  save({2, -1}, "named.json", {.names = {"price", "stock"}});
  const std::vector<std::string> command = {"score",    "--model", "named.json", "--data",
                                            "wide.txt", "--out",   "s.txt"};
  EXPECT_THAT(run(command).err,
              HasSubstr("named.json: the features of the data have numbers, those "
                        "of the model names ('price', 'stock')"));
  save({2, -1, 0}, "named.json", {.names = {"price", "stock", "age"}});
  std::vector<std::string> asked = command;
  asked.emplace_back("--by-position");
  EXPECT_EQ(run(asked).code, 0) << run(asked).err;
  save({-1, 2, 0}, "named.json", {.names = {"f2", "f1", "f3"}});
  EXPECT_EQ(run(command).code, 0) << run(command).err;
  EXPECT_EQ(text_of("s.txt"), "2\n0\n");
}

TEST_F(ModelCommands, ScoreWritesIdsIntoATable) {
  put("texts.csv", "qid,docid,1,2\nred shoes,a,1,0.5\nred shoes,b,0,1\n");
  const std::vector<std::string> command = {"score", "--model", "model.json", "--data",
                                            "texts.csv"};
  std::vector<std::string> table = command;
  table.insert(table.end(), {"--out", "s.csv"});
  ASSERT_EQ(run(table).code, 0) << run(table).err;
  EXPECT_EQ(text_of("s.csv"), "qid,docid,score\nred shoes,a,1.5\nred shoes,b,-1\n");
  std::vector<std::string> trec = command;
  trec.insert(trec.end(), {"--run", "s.run"});
  EXPECT_EQ(run(trec).code, 2);
  EXPECT_THAT(run(trec).err, HasSubstr("a TREC run cannot hold it, --out FILE.csv writes ids"));
}

TEST_F(ModelCommands, ScoreSaysWhatIsMissingOrBroken) {
  CliResult result = run({"score", "--model", "model.json", "--data", "data.txt"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("score: give --out, --run or both"));
  result = run({"score", "--model", "data.txt", "--data", "data.txt", "--out", "s.txt"});
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err, HasSubstr("data.txt:1:3: found malformed JSON"));
  result = run({"score", "--model", "none.json", "--data", "data.txt", "--out", "s.txt"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(run({"score", "--data", "data.txt", "--out", "s.txt"}).code, 2);
}

TEST_F(ModelCommands, EvaluateJudgesModelsAsTheScoresThatTheyGive) {
  ASSERT_EQ(run({"score", "--model", "model.json", "--data", "data.txt", "--out", "s.txt"}).code,
            0);
  const CliResult result = run({"evaluate", "--data", "data.txt", "--scores", "s.txt", "--model",
                                "mine=model.json", "--model", "worse.json", "--measures", "ndcg@2",
                                "--interval", "none", "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out,
            "ranker,profile,ties,truth,queries,blank,short,unjudged,ndcg@2\n"
            "s,standard,input,graded,2,0,0,0,1\n"
            "mine,standard,input,graded,2,0,0,0,1\n"
            "worse,standard,input,graded,2,0,0,0,0.6309297535714575\n");
}

TEST_F(ModelCommands, EvaluateJudgesModelsByTheTruthAskedFor) {
  EXPECT_EQ(run({"evaluate", "--data", "data.txt", "--model", "model.json", "--truth", "topk:1",
                 "--measures", "kappa-ndcg@1"})
                .code,
            0);
  const CliResult result = run({"evaluate", "--model", "model.json"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("--model needs --data"));
  EXPECT_EQ(run({"evaluate", "--data", "wide.txt", "--model", "model.json"}).code, 2);
}

TEST_F(ModelCommands, CompareSetsModelsBesideScores) {
  put("s.txt", "0\n1\n1\n0\n");
  const CliResult result = run({"compare", "--data", "data.txt", "--scores", "s.txt", "--model",
                                "good=model.json", "--measure", "p@1", "--format", "json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["rankers"][0]["name"], "s");
  EXPECT_EQ(json["rankers"][0]["mean"], 0.0);
  EXPECT_EQ(json["rankers"][1]["name"], "good");
  EXPECT_EQ(json["rankers"][1]["mean"], 1.0);
  EXPECT_EQ(
      run({"compare", "--data", "data.txt", "--model", "model.json", "--model", "worse.json"}).code,
      0);
  EXPECT_EQ(run({"compare", "--model", "model.json", "--model", "worse.json"}).code, 2);
  const CliResult nothing = run({"compare", "--data", "data.txt"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("found nothing to compare; give --scores, --model"));
}

TEST_F(ModelCommands, ShowTellsWhatAModelIs) {
  const CliResult result = run({"model", "show", "model.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, ContainsRegex("kind +linear\n"));
  EXPECT_THAT(result.out, ContainsRegex("features +2, numbered from 1\n"));
  EXPECT_THAT(result.out, ContainsRegex("missing values +min\n"));
  EXPECT_THAT(result.out, ContainsRegex("normaliser +none\n"));
  EXPECT_THAT(result.out, ContainsRegex("algorithm +listmle\n"));
  EXPECT_THAT(result.out, ContainsRegex("options +l2=0.1\n"));
  EXPECT_THAT(result.out, ContainsRegex("validation +ndcg@10 0.5000\n"));
  EXPECT_THAT(result.out,
              HasSubstr("weight: change of the score per unit of the prepared feature\n"));
  EXPECT_THAT(result.out, ContainsRegex("1 +2 +0.6667\n2 +-1 +0.3333\n"));
}

TEST_F(ModelCommands, ShowPrintsTheHeaviestFeaturesFirstInEveryFormat) {
  save({0.25, -3, 1}, "three.json", {.names = {"a", "b", "c"}});
  const CliResult csv = run({"model", "show", "three.json", "--top", "2", "--format", "csv"});
  EXPECT_EQ(csv.out, "feature,weight,share\nb,-3,0.7058823529411765\nc,1,0.23529411764705882\n");
  EXPECT_THAT(csv.err, HasSubstr("2 of 3 features shown; --top 0 shows all"));
  const auto json = nlohmann::json::parse(
      run({"model", "show", "three.json", "--top", "0", "--format", "json"}).out);
  EXPECT_EQ(json["kind"], "linear");
  EXPECT_EQ(json["training"]["seed"], 7);
  EXPECT_EQ(json["weights"].size(), 3U);
  EXPECT_EQ(json["weights"][0]["feature"], "b");
  EXPECT_EQ(json["weights"][0]["weight"], -3.0);
  EXPECT_FALSE(json.contains("parameters"));
  EXPECT_THAT(run({"model", "show", "three.json", "--format", "markdown"}).out, HasSubstr("| b"));
  EXPECT_THAT(run({"model", "show", "three.json", "--format", "latex"}).out,
              HasSubstr("% weight: change of the score per unit"));
}

TEST_F(ModelCommands, ShowRefusesWhatIsNoModel) {
  put("old.json", "{\"podium_model\": 9}");
  const CliResult result = run({"model", "show", "old.json"});
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err, HasSubstr("old.json: podium_model: found version 9, expected 1"));
}

}  // namespace
}  // namespace podium::cli
