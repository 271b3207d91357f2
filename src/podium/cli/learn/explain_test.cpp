#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/base/io/file.hpp"
#include "podium/cli/run_in_process.hpp"
#include "podium/model/model_file.hpp"

namespace podium {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

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

  CliResult explain(std::vector<std::string> arguments) const {
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
  const CliResult one =
      explain({"stages.json", "--data", "plain.txt", "--query", "1", "--document", "1"});
  EXPECT_EQ(one.code, 2);
  EXPECT_THAT(one.err, HasSubstr("stages.json: found a re-ranking, whose scores are positions"));
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

// --- the page ---

TEST_F(ExplainCommand, WritesAPage) {
  const CliResult result = explain({"boosted.json", "--report", "page.html", "--data", "plain.txt",
                                    "--query", "2", "--document", "2", "--feature-count", "3"});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string page = text_of("page.html");
  const std::string open = "id=\"report\">";
  const std::size_t begin = page.find(open) + open.size();
  const std::string text = page.substr(begin, page.find("</script", begin) - begin);
  EXPECT_THAT(text, Not(HasSubstr("a<b")));
  const auto report = nlohmann::json::parse(text);
  EXPECT_EQ(report["title"], "boosted.json");
  const auto& model = report["sections"][0]["blocks"][0]["rows"];
  EXPECT_THAT(model, testing::Contains(nlohmann::json({"kind", "weak-rankers"})));
  EXPECT_EQ(report["sections"][1]["title"], "Document 2 of query 2");
  EXPECT_EQ(report["sections"][1]["blocks"][0]["bars"][1],
            nlohmann::json({{"name", "a<b"}, {"value", -0.125}}));
  EXPECT_EQ(report["sections"][2]["blocks"][0]["bars"][0],
            nlohmann::json({{"name", "bm25"}, {"value", 0.75}}));
  EXPECT_EQ(report["sections"][2]["blocks"][1]["rows"][0].back(), "higher is better");
}

// --- what goes wrong ---

TEST_F(ExplainCommand, RefusesToTakeANetworkApart) {
  const CliResult result =
      explain({"network.json", "--data", "plain.txt", "--query", "1", "--document", "1"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("network.json: found a network, which is not a sum over features"));
}

TEST_F(ExplainCommand, RefusesWhatThereIsNot) {
  const auto message = [&](std::vector<std::string> arguments, int code) {
    const CliResult result = explain(std::move(arguments));
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(message({"linear.json", "--query", "1"}, 2),
              HasSubstr("give --data, --query and --document together"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "3", "--document", "a"}, 2),
              HasSubstr("explain: there is no query '3'"));
  EXPECT_THAT(message({"linear.json", "--data", "data.txt", "--query", "1", "--document", "c"}, 2),
              HasSubstr("query '1' has no document 'c'; it has 2, from 'a' to 'b'"));
  EXPECT_THAT(message({"data.txt"}, 3), HasSubstr("found malformed JSON"));
  EXPECT_THAT(message({"none.json"}, 3), HasSubstr("none.json"));
  EXPECT_THAT(message({"linear.json", "--report", "no/folder/page.html"}, 5),
              HasSubstr("page.html"));
  EXPECT_THAT(message({}, 2), HasSubstr("model"));
}

}  // namespace
}  // namespace podium
