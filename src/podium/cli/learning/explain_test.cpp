#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/read.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// The document that a page carries, as its text.
std::string document_of(const std::string& page) {
  const std::string open = "id=\"report\">";
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script", begin) - begin);
}

/// Data of two features, one value missing, and a model of every kind.
class ExplainCommand : public testing::Test {
 protected:
  ExplainCommand() {
    std::filesystem::create_directories(folder_);
    write_file(at("data.txt"),
               "1 qid:1 1:1 2:0.5 #docid = a\n0 qid:2 1:0 2:1 #docid = a\n"
               "0 qid:1 1:3 2:NULL #docid = b\n");
    write_file(at("plain.txt"), "1 qid:1 1:1 2:0.5\n0 qid:2 1:4 2:1\n0 qid:1 1:3 2:2\n");
    save(LinearModel{{2, true}, {2, -1, 0.25}}, "linear.json");
    save(WeakRankerSum{3,
                       {{{.feature = 1, .threshold = 0.25}, 0.5},
                        {{.feature = 0, .threshold = 2, .missing_passes = true}, -0.25},
                        {{.feature = 1, .threshold = 0.75}, 0.25},
                        {{.feature = 0, .threshold = 3}, 0.125}}},
         "boosted.json", {.names = {"a<b", "bm25", "unused"}});
    save(NetworkModel{{2, 1}, {1, 2, 0, 3}}, "network.json");
    save(WeakRankerSum{2, {}}, "empty.json");
    const NamedRanker first{"topslack", LinearModel{{2}, {2, -1}}};
    save(ReRanking{first, {{{"listnet", NetworkModel{{2, 1}, {1, 2, 0, 3}}}, 0.5}}}, "stages.json");
  }
  ~ExplainCommand() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_of(const std::string& name) const {
    return std::string(InputText(at(name)).view());
  }

  void save(ModelKind kind, const std::string& name, FeatureSet features = {}) const {
    RankingModel model;
    model.preparation.features = std::move(features);
    model.preparation.features.count =
        std::visit([](const auto& one) { return one.feature_count(); }, kind);
    model.kind = std::move(kind);
    save_model(model, at(name));
  }

  /// The number of features that a model needs.
  static std::string width_of(const std::string& model) {
    return model == "boosted.json" ? "3" : "2";
  }

  CliResult explain(std::vector<std::string> arguments) const {
    // The only model whose features have names; those of the data have numbers.
    const bool has_data = std::ranges::find(arguments, "--data") != arguments.end();
    if (has_data && arguments.front() == "boosted.json") arguments.emplace_back("--by-position");
    for (std::string& argument : arguments) {
      if (argument.find('.') != std::string::npos) argument = at(argument);
    }
    arguments.insert(arguments.begin(), "explain");
    return run_in_process(arguments);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("explain-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

// --- features ---

TEST_F(ExplainCommand, ShowsTheHeaviestFeaturesFirst) {
  const CliResult result = explain({"linear.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out,
              HasSubstr("weight: change of the score per unit of the prepared feature\n"));
  EXPECT_THAT(result.out, ContainsRegex("\n1 +2 +0.6667 +####################\n"
                                        "2 +-1 +0.3333 +##########\n"));
  EXPECT_THAT(explain({"network.json"}).out, ContainsRegex("\n2 +6 +0.6667 +####"));
}

TEST_F(ExplainCommand, ShowsTheFeaturesOfTheFirstOfTwoStages) {
  const CliResult result = explain({"stages.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("weight: in the first stage: change of the score per unit"));
  EXPECT_THAT(result.out, ContainsRegex("\n1 +2 +0.6667 +####"));
}

TEST_F(ExplainCommand, SaysWhatTheRoundsOfBoostingDid) {
  const CliResult result = explain({"boosted.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("sum of the absolute weights of the feature's weak rankers"));
  EXPECT_THAT(result.out,
              ContainsRegex("bm25 +0.75 +0.6667 +#+ +2 +1 +0.25 to 0.75 +higher is better\n"));
  EXPECT_THAT(result.out, ContainsRegex("a<b +0.375 +0.3333 +#+ +2 +2 +2 to 3 +both\n"));
  EXPECT_THAT(result.out, ContainsRegex("unused +0 +0.0000 +0 +- +- +-\n"));
}

TEST_F(ExplainCommand, PrintsProgramsEveryDigitAndNoBars) {
  const CliResult csv = explain({"boosted.json", "--top", "1", "--format", "csv"});
  EXPECT_EQ(csv.out,
            "feature,weight,share,rounds,first round,lowest threshold,highest threshold,direction\n"
            "bm25,0.75,0.6666666666666666,2,1,0.25,0.75,higher is better\n");
  EXPECT_THAT(csv.err, HasSubstr("1 of 3 features shown; --top 0 shows all"));
  const auto json =
      nlohmann::json::parse(explain({"boosted.json", "--top", "0", "--format", "json"}).out);
  EXPECT_EQ(json["kind"], "weak-rankers");
  ASSERT_EQ(json["features"].size(), 3U);
  EXPECT_EQ(json["features"][1]["feature"], "a<b");
  EXPECT_EQ(json["features"][1]["first round"], 2);
  EXPECT_EQ(json["features"][1]["highest threshold"], 3.0);
  EXPECT_EQ(json["features"][2]["rounds"], 0);
  EXPECT_TRUE(json["features"][2]["first round"].is_null());
  EXPECT_THAT(explain({"linear.json", "--format", "markdown"}).out, HasSubstr("| ####"));
  const CliResult latex = explain({"linear.json", "--format", "latex"});
  EXPECT_THAT(latex.out, HasSubstr("% weight: change of the score per unit"));
  EXPECT_THAT(latex.out, Not(HasSubstr("#")));
}

TEST_F(ExplainCommand, TakesAModelWithoutRounds) {
  const CliResult result = explain({"empty.json", "--report", "page.html"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("1 +0 +0.0000 +0 +- +- +-\n"));
}

// --- a document ---

TEST_F(ExplainCommand, TakesTheScoreOfADocumentApart) {
  const CliResult result =
      explain({"linear.json", "--data", "data.txt", "--query", "1", "--document", "b"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("contributions to the score of document b of query 1\n"));
  // NULL becomes 0.5, the least of its query: 2 * 3 - 0.5 + 0.25.
  EXPECT_THAT(result.out, ContainsRegex("1 +3 +3 +6\n2 +- +0.5 +-0.5\n\\(bias\\) +- +- +0.25\n"
                                        "\\(score\\) +- +- +5.75\n"));
}

TEST_F(ExplainCommand, AddsUpTheFeaturesThatAreNotShown) {
  const std::vector<std::string> document = {"--data", "plain.txt", "--query",    "1",
                                             "--top",  "1",         "--document", "3"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), document.begin(), document.end());
    return explain(arguments);
  };
  EXPECT_EQ(with({"linear.json", "--format", "csv"}).out,
            "feature,value,prepared,adds\n1,3,3,6\n(bias),,,0.25\n(others),,,-2\n");
  const auto json = nlohmann::json::parse(with({"linear.json", "--format", "json"}).out);
  EXPECT_EQ(json["query"], "1");
  EXPECT_EQ(json["document"], "3");
  EXPECT_EQ(json["score"], 4.25);
  EXPECT_EQ(json["rank"], 1);
  EXPECT_EQ(json["parts"].size(), 3U);
  EXPECT_EQ(json["parts"][0]["adds"], 6.0);
}

TEST_F(ExplainCommand, AddsUpTheTermsOfAFeature) {
  const CliResult result = explain({"boosted.json", "--data", "plain.txt", "--query", "2",
                                    "--document", "2", "--format", "csv", "--feature-count", "3"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out,
            "feature,value,prepared,adds\nbm25,1,1,0.75\na<b,4,4,-0.125\nunused,0,0,0\n");
}

TEST_F(ExplainCommand, TakesNetworksAndReRankingsApartToo) {
  for (const char* name : {"network.json", "stages.json"}) {
    const CliResult result = explain(
        {name, "--data", "plain.txt", "--query", "1", "--document", "3", "--format", "json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    double sum = 0.0;
    for (const auto& part : json["parts"]) sum += part["adds"].get<double>();
    EXPECT_NEAR(sum, json["score"].get<double>(), 1e-9) << name;
    EXPECT_EQ(json["parts"].back()["feature"], "(mean score)");
    EXPECT_THAT(
        explain({name, "--data", "plain.txt", "--query", "1", "--document", "3", "--orders", "9"})
            .out,
        HasSubstr("compared with the mean of the query's documents"));
  }
}

// --- two documents ---

TEST_F(ExplainCommand, SaysWhyADocumentIsAboveAnother) {
  const std::vector<std::string> pair = {"--data",     "data.txt", "--query", "1",
                                         "--document", "b",        "--above", "a"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), pair.begin(), pair.end());
    return explain(arguments);
  };
  // b: 2 * 3 - 0.5 + 0.25 = 5.75, its second feature filled by 0.5; a: 2 * 1 - 0.5 + 0.25 = 1.75.
  const CliResult result = with({"linear.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("b (rank 1, score 5.75) is above a (rank 2, score 1.75); for b: "
                        "1 (+4).\n"));
  EXPECT_THAT(result.out, ContainsRegex("feature +b +a +adds\n"));
  EXPECT_THAT(result.out, ContainsRegex("\n1 +3 +1 +4\n2 +- +0.5 +0\n\\(difference\\) +- +- +4\n"));
  EXPECT_EQ(with({"linear.json", "--format", "csv"}).out,
            "feature,value,other value,adds\n1,3,1,4\n2,,0.5,0\n");
  const auto json = nlohmann::json::parse(with({"linear.json", "--format", "json"}).out);
  EXPECT_EQ(json["difference"], 4.0);
  EXPECT_EQ(json["other"], "a");
  EXPECT_EQ(json["other_rank"], 2);
  EXPECT_THAT(with({"linear.json", "--format", "latex"}).out, testing::StartsWith("% b (rank 1"));
}

TEST_F(ExplainCommand, SaysThatADocumentIsBelowAnother) {
  const CliResult result = explain(
      {"linear.json", "--data", "plain.txt", "--query", "1", "--document", "1", "--above", "3"});
  ASSERT_EQ(result.code, 0) << result.err;
  // 1: 2 - 0.5 + 0.25, 3: 6 - 2 + 0.25.
  EXPECT_THAT(result.out,
              HasSubstr("1 (rank 2, score 1.75) is below 3 (rank 1, score 4.25); for 1: "
                        "2 (+1.5); for 3: 1 (-4).\n"));
}

TEST_F(ExplainCommand, ComparesTwoDocumentsForEveryKind) {
  for (const char* name : {"linear.json", "boosted.json", "network.json", "stages.json"}) {
    const CliResult result =
        explain({name, "--data", "plain.txt", "--feature-count", width_of(name), "--query", "1",
                 "--document", "3", "--above", "1", "--format", "json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    double sum = 0.0;
    for (const auto& part : json["parts"]) sum += part["adds"].get<double>();
    EXPECT_NEAR(sum, json["difference"].get<double>(), 1e-9) << name;
  }
}

// --- a query ---

TEST_F(ExplainCommand, ShowsAQuerySideBySide) {
  const CliResult result = explain({"linear.json", "--data", "plain.txt", "--query", "1"});
  ASSERT_EQ(result.code, 0) << result.err;
  // The means of the features are 2 and 1.25.
  EXPECT_THAT(result.out,
              HasSubstr("Query 1: 3 is first of 2 documents. Most for it, compared with "
                        "the mean of the query's documents: 1 (+2).\n"));
  EXPECT_THAT(result.out,
              HasSubstr("The first document has the label 0; 1 with the label 1 has rank "
                        "2. To see why: --document 3 --above 1.\n"));
  EXPECT_THAT(result.out, ContainsRegex("feature +1\\. 3 +2\\. 1\n"));
  EXPECT_THAT(result.out,
              ContainsRegex("\\(label\\) +0 +1\n\\(score\\) +4.25 +1.75\n1 +\\+2 +-2\n2 "
                            "+-0.75 +\\+0.75\n"));
  EXPECT_EQ(explain({"linear.json", "--data", "plain.txt", "--query", "1", "--documents", "1",
                     "--top", "1", "--format", "csv"})
                .out,
            "rank,document,label,score,feature,value,adds\n1,3,0,4.25,1,3,2\n");
}

TEST_F(ExplainCommand, ShowsAQueryForEveryKind) {
  for (const char* name : {"linear.json", "boosted.json", "network.json", "stages.json"}) {
    const CliResult result =
        explain({name, "--data", "plain.txt", "--feature-count", width_of(name), "--query", "1",
                 "--format", "json", "--report", "page.html"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    std::map<std::string, double> sum;
    std::map<std::string, double> score;
    for (const auto& part : json["parts"]) {
      sum[part["document"]] += part["adds"].get<double>();
      score[part["document"]] = part["score"];
    }
    EXPECT_EQ(sum.size(), 2U);
    if (std::string(name) == "stages.json") continue;  // its reference depends on the document
    for (const auto& [document, adds] : sum) {
      EXPECT_NEAR(adds, score[document] - json["average_score"].get<double>(), 1e-9) << name;
    }
  }
}

// --- the worth of features ---

TEST_F(ExplainCommand, SaysWhatFeaturesAreWorth) {
  for (const char* name : {"linear.json", "boosted.json", "network.json", "stages.json"}) {
    const CliResult result =
        explain({name, "--data", "plain.txt", "--feature-count", width_of(name), "--measure", "map",
                 "--repeats", "3", "--report", "page.html"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("shuffled: loss of map (now "));
    EXPECT_THAT(result.out, HasSubstr("mean of 3 shuffles"));
    EXPECT_THAT(result.out, HasSubstr("95 % interval"));
    EXPECT_THAT(text_of("page.html"), HasSubstr("What the features are worth"));
  }
}

// --- the page ---

TEST_F(ExplainCommand, WritesAPage) {
  const CliResult result = explain({"boosted.json", "--report", "page.html", "--data", "plain.txt",
                                    "--query", "2", "--document", "2", "--feature-count", "3"});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string text = document_of(text_of("page.html"));
  EXPECT_THAT(text, Not(HasSubstr("a<b")));
  const auto report = nlohmann::json::parse(text);
  EXPECT_EQ(report["title"], "boosted.json");
  EXPECT_THAT(std::string(report["summary"][0]),
              HasSubstr("Document 2 has rank 1 of 1 for query 2"));
  EXPECT_EQ(report["sections"][0]["title"], "Document 2 of query 2");
  EXPECT_EQ(report["sections"][0]["blocks"][0]["bars"][1],
            nlohmann::json({{"name", "a<b"}, {"value", -0.125}}));
  EXPECT_EQ(report["sections"][1]["blocks"][0]["bars"][0],
            nlohmann::json({{"name", "bm25"}, {"value", 0.75}}));
  EXPECT_EQ(report["sections"][1]["blocks"][1]["rows"][0].back(), "higher is better");
  const auto& model = report["sections"][2]["blocks"][0]["rows"];
  EXPECT_THAT(model, testing::Contains(nlohmann::json({"kind", "weak-rankers"})));
}

/// A tree of three leaves: the first split parts present from missing values.
TreeEnsemble two_trees() {
  const double any = double{std::numeric_limits<float>::max()};
  const RegressionTree tree{
      .splits = {{.feature = 1, .threshold = any, .left = 1, .right = -3, .gain = 5.5},
                 {.feature = 0, .missing_left = true, .threshold = 0.25, .left = -1, .right = -2}},
      .value = {0.5, -1.0, 2.0},
      .rows = {10, 8, 3, 5, 2},
      .curvature = {2.5, 2.0, 0.75, 1.25, 0.5}};
  return {.features = 2, .base = 0.0, .rate = 0.5, .trees = {{{}, {1.0}, {10}, {2.5}}, tree}};
}

TEST_F(ExplainCommand, DrawsATreeOnThePage) {
  save(two_trees(), "trees.json", {.names = {"a<b", "bm25"}});
  const auto page_tree = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"trees.json", "--report", "page.html"});
    const CliResult result = explain(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    const nlohmann::json report = nlohmann::json::parse(document_of(text_of("page.html")));
    const std::size_t section = report["sections"].size() - 2;
    EXPECT_EQ(report["sections"][section]["title"], "A tree");
    return report["sections"][section]["blocks"][0];
  };
  const nlohmann::json first = page_tree({});
  EXPECT_EQ(first["title"], "Tree 1 of 2");
  EXPECT_EQ(first["nodes"].size(), 1U);
  const nlohmann::json second = page_tree({"--tree", "2"});
  EXPECT_EQ(second["title"], "Tree 2 of 2");
  ASSERT_EQ(second["nodes"].size(), 5U);
  EXPECT_EQ(second["nodes"][0]["split"],
            nlohmann::json::parse(R"({"feature": "bm25", "condition": "present", "missing": "no",
                                      "yes": 1, "no": 4, "gain": 5.5})"));
  EXPECT_EQ(second["nodes"][1]["split"]["condition"], "\u2264 0.25");
  EXPECT_EQ(second["nodes"][1]["split"]["missing"], "yes");
  EXPECT_EQ(second["nodes"][1]["rows"], 8);
  EXPECT_EQ(second["nodes"][3]["value"], -0.5) << "with the learning rate";
  EXPECT_EQ(second["nodes"][4]["cover"], 0.5);
}

TEST_F(ExplainCommand, SaysWhatATreeIsAddedTo) {
  TreeEnsemble trees = two_trees();
  const auto text = [&] {
    save(trees, "trees.json");
    EXPECT_EQ(explain({"trees.json", "--report", "page.html"}).code, 0);
    return document_of(text_of("page.html"));
  };
  EXPECT_THAT(text(), Not(HasSubstr("the ranker that the trees were added to")));
  trees.start =
      std::make_shared<const NamedRanker>(NamedRanker{"linear", LinearModel{{2}, {2, -1}}});
  EXPECT_THAT(text(), HasSubstr("the ranker that the trees were added to"));
}

TEST_F(ExplainCommand, PrintsATree) {
  save(two_trees(), "trees.json", {.names = {"a<b", "bm25"}});
  const CliResult result = explain({"trees.json", "--tree", "2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Tree 2 of 2\n"));
  EXPECT_THAT(result.out, ContainsRegex("1 +bm25 present +2 +5 +5 +10 +2.5 +5.5\n"));
  EXPECT_THAT(result.out, ContainsRegex("4 +-0.5 +5 +1.25"));
  EXPECT_EQ(run_in_process({"model", "show", at("trees.json"), "--tree", "2"}).out, result.out);
  EXPECT_EQ(run_in_process({"model", "show", at("trees.json"), "--tree", "3"}).code, 2);
  save(two_trees(), "numbered.json");
  EXPECT_THAT(explain({"numbered.json", "--tree", "2"}).out, HasSubstr(" feature 2 present "));
}

TEST_F(ExplainCommand, NamesTheCategoriesOfEitherSideOfASplit) {
  TreeEnsemble trees = two_trees();
  trees.trees[1].splits[1].threshold = -0.25;
  RankingModel model{.kind = trees, .preparation = {.features = {.count = 2}}};
  model.preparation.categories = {{.feature = "1", .value = {2, 4, 7}, .mean = {-0.5, 0.5, -1}}};
  const auto condition_at = [&](double threshold) {
    std::get<TreeEnsemble>(model.kind).trees[1].splits[1].threshold = threshold;
    save_model(model, at("trees.json"));
    const CliResult result = explain({"trees.json", "--tree", "2", "--format", "json"});
    const nlohmann::json tree = nlohmann::json::parse(result.out);
    const nlohmann::json split = tree["sections"][0]["blocks"][0]["nodes"][1]["split"];
    return split["condition"].get<std::string>() + ", " + split["missing"].get<std::string>();
  };
  EXPECT_EQ(condition_at(-0.25), "in {2, 7}, no");
  EXPECT_EQ(condition_at(-0.5), "in {2, 7}, no");
  EXPECT_EQ(condition_at(-0.75), "in {7}, no");
  EXPECT_EQ(condition_at(-2.0), "in {}, no");
  EXPECT_EQ(condition_at(0.25), "not in {4}, yes") << "unknown categories are 0, as missing ones";
  EXPECT_EQ(condition_at(0.5), "not in {}, yes");
  // What the condition says is what the model does.
  std::get<TreeEnsemble>(model.kind).trees[1].splits[1].threshold = 0.25;
  for (const float code : {2.0F, 4.0F, 7.0F, 99.0F, std::nanf("")}) {
    EXPECT_EQ(score_document(model, std::vector<float>{code, 1.0F}), code == 4.0F ? 0.0 : 0.75);
  }
  EXPECT_THAT(explain({"trees.json", "--tree", "2"}).out,
              HasSubstr("A category that the training data does not have is taken for missing."));
  EXPECT_THAT(explain({"trees.json", "--tree", "1"}).out, Not(HasSubstr("A category")));

  std::vector<float> many(30);
  std::iota(many.begin(), many.end(), 1.0F);
  model.preparation.categories = {
      {.feature = "1", .value = many, .mean = std::vector<double>(30, -1.0)}};
  EXPECT_EQ(condition_at(-0.25), "in {1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 20 more}, no");

  model.preparation.categories = {{.feature = "1", .value = {2, 4}, .mean = {-0.5, 0.5}}};
  model.preparation.fill = parse_fill_policy("zero");
  const Dataset seen = read_dataset(at("plain.txt"));
  model.preparation.normaliser = Normaliser::fit(NormaliserKind::zscore, seen);
  std::get<TreeEnsemble>(model.kind).trees[1].splits[1].threshold = 0.0;
  EXPECT_EQ(condition_at(prepared_document(model.preparation, std::vector<float>{2, 1})[0]),
            "in {2}, no");
  model.preparation.normaliser = Normaliser::fit(NormaliserKind::query_zscore, seen);
  EXPECT_EQ(condition_at(0.25), "\u2264 0.25, yes") << "depends on the query";
}

TEST_F(ExplainCommand, RefusesATreeThatThereIsNot) {
  save(two_trees(), "trees.json");
  const auto message = [&](std::vector<std::string> arguments) {
    const CliResult result = explain(std::move(arguments));
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  EXPECT_THAT(message({"trees.json", "--tree", "3"}),
              HasSubstr("--tree: there is no tree 3; the model has 2"));
  EXPECT_THAT(message({"trees.json", "--tree", "0"}), HasSubstr("--tree"));
  EXPECT_THAT(message({"linear.json", "--tree", "1"}),
              HasSubstr("--tree needs a model of kind trees, found kind linear"));
}

TEST_F(ExplainCommand, DrawsNoTreeOfAModelWithoutAny) {
  save(TreeEnsemble{.features = 2, .trees = {}}, "bare.json");
  ASSERT_EQ(explain({"bare.json", "--report", "page.html"}).code, 0);
  EXPECT_EQ(nlohmann::json::parse(document_of(text_of("page.html")))["sections"].size(), 2U);
}

// --- what goes wrong ---

TEST_F(ExplainCommand, RefusesWhatThereIsNot) {
  const auto message = [&](std::vector<std::string> arguments, int code) {
    const CliResult result = explain(std::move(arguments));
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(message({"linear.json", "--query", "1"}, 2), HasSubstr("--query needs --data"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--document", "a"}, 2),
              HasSubstr("--document needs --query"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "1", "--above", "a"}, 2),
              HasSubstr("--above needs --document"));
  EXPECT_THAT(message({"linear.json", "--train", "data.txt"}, 2),
              HasSubstr("--train needs --data"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "1", "--document", "a",
                       "--above", "a"},
                      2),
              HasSubstr("name the same document"));
  EXPECT_THAT(
      message({"linear.json", "--data", "data.txt", "--query", "1", "--train", "data.txt"}, 2),
      HasSubstr("cannot be combined with"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--measure", "magic"}, 2),
              HasSubstr("magic"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--repeats", "0"}, 2),
              HasSubstr("--repeats"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--train", "data.txt"}, 2),
              HasSubstr("unknown algorithm"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "3", "--document", "a"}, 2),
              HasSubstr("explain: there is no query '3'"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "1", "--document", "c"}, 2),
              HasSubstr("query '1' has no document 'c'; it has 2, from 'a' to 'b'"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "1", "--orders", "9"}, 2),
              HasSubstr("--orders needs a network or a re-ranking"));
  EXPECT_THAT(message({"data.txt"}, 3), HasSubstr("found malformed JSON"));
  EXPECT_THAT(message({"none.json"}, 3), HasSubstr("none.json"));
  EXPECT_THAT(message({"linear.json", "--report", "no/folder/page.html"}, 5),
              HasSubstr("page.html"));
  EXPECT_THAT(message({}, 2), HasSubstr("model"));
}

}  // namespace
}  // namespace podium::cli
