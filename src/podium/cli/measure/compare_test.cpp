#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/test_paths.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Files of the manual's example and a small judged data set with two score files, in a folder of
/// the test's own.
class CompareCommand : public testing::Test {
 protected:
  CompareCommand() {
    std::filesystem::create_directories(folder_);
    put("new.csv",
        "query,ndcg@10,map\n1,.31,.2\n2,.44,.2\n3,.52,.2\n4,.28,.2\n5,.61,.2\n6,.39,.2\n"
        "7,.47,.2\n8,.55,.2\n");
    put("old.csv",
        "query,ndcg@10,map\n8,.50,.2\n7,.40,.2\n6,.41,.2\n5,.58,.2\n4,.20,.2\n3,.55,.2\n"
        "2,.40,.2\n1,.29,.2\n");
    std::string data;
    std::string good;
    std::string bad;
    for (int query = 1; query <= 12; ++query) {
      for (int document = 0; document < 4; ++document) {
        const int label = (document + query) % 3;
        data += std::to_string(label) + " qid:" + std::to_string(query) + " 1:0.5\n";
        good += std::to_string(label) + "\n";
        bad += std::to_string(-document) + "\n";
      }
    }
    put("data.txt", data);
    put("good.txt", good);
    put("bad.txt", bad);
  }
  ~CompareCommand() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, std::string_view text) const { write_file(at(name), text); }

  CliResult compare_files(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"compare", "--per-query", at("new.csv"), "--per-query",
                                          at("old.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("compare-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CompareCommand, RefusesWeightsThatItsTestsCannotUse) {
  put("weights", "1 2\n");
  for (const auto& [flag, message] :
       {std::pair("--query-weights", "the tests of map count every query once and cannot use"),
        std::pair("--row-weights", "the measure map cannot use row weights")}) {
    const CliResult result =
        run_in_process({"compare", "--data", at("data.txt"), "--scores", at("good.txt"),
                        at("bad.txt"), "--measure", "map", flag, at("weights")});
    EXPECT_EQ(result.code, 2) << flag;
    EXPECT_THAT(result.err, HasSubstr(message)) << flag;
  }
}

TEST_F(CompareCommand, PrintsTheExampleOfTheManual) {
  const CliResult result = compare_files({"--test", "t,randomisation,wilcoxon"});
  ASSERT_EQ(result.code, 0) << result.err;
  std::ifstream file(docs_path("comparing.md"));
  std::ostringstream manual;
  manual << file.rdbuf();
  EXPECT_THAT(manual.str(), HasSubstr(result.out));
}

TEST_F(CompareCommand, PrintsOneJsonDocument) {
  const auto json = nlohmann::json::parse(compare_files({"--format", "json"}).out);
  EXPECT_EQ(json["measure"], "ndcg@10");
  EXPECT_EQ(json["rankers"][0]["name"], "new");
  const auto& pair = json["pairs"][0];
  EXPECT_EQ(pair["wins"], 6);
  EXPECT_NEAR(pair["tests"][0]["p_greater"].get<double>(), .033791647, 1e-9);
  EXPECT_NEAR(pair["tests"][0]["p"].get<double>(), .067583294, 1e-9);
  EXPECT_EQ(pair["conclusion"], "no difference between new and old was shown (p = 0.0676)");
  EXPECT_FALSE(pair.contains("equivalence"));
  const auto tested = nlohmann::json::parse(
      compare_files({"--format", "json", "--equivalence", "0.1"}).out)["pairs"][0]["equivalence"];
  EXPECT_EQ(tested["is_shown"], true);
  EXPECT_EQ(tested["margin"], 0.1);
  EXPECT_EQ(compare_files({"--equivalence", "0"}).code, 2);
}

TEST_F(CompareCommand, PrintsCsvMarkdownAndLatex) {
  const CliResult csv = compare_files({"--format", "csv", "--test", "all"});
  EXPECT_THAT(csv.out, StartsWith("measure,a,b,queries,"));
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 1 + 6);
  EXPECT_THAT(csv.err, HasSubstr("measure ndcg@10, alpha 0.05, correction holm"));
  EXPECT_THAT(compare_files({"--format", "markdown"}).out, HasSubstr("| new"));
  EXPECT_THAT(compare_files({"--format", "latex"}).out, StartsWith("% measure ndcg@10"));
}

TEST_F(CompareCommand, EvaluatesScoresAndNamesItsConventions) {
  const CliResult result =
      run_in_process({"compare", "--data", at("data.txt"), "--scores", at("good.txt"), "--scores",
                      at("bad.txt"), "--measure", "ndcg@3", "--test", "tukey"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("profile standard, ties input, truth as in the data, "
                                    "blank queries 0, short lists 0"));
  EXPECT_THAT(result.out, HasSubstr("good is better than bad (p < 0.0001)"));
}

TEST_F(CompareCommand, ComparesRunsWithJudgements) {
  std::string qrels;
  std::string good;
  std::string bad;
  for (int query = 1; query <= 12; ++query) {
    for (int document = 0; document < 4; ++document) {
      const int label = (document + query) % 3;
      const std::string head = std::to_string(query) + " ";
      const std::string name = "d" + std::to_string(document);
      qrels += head + "0 " + name + " " + std::to_string(label) + "\n";
      good += head + "Q0 " + name + " 1 " + std::to_string(label) + " good\n";
      bad += head + "Q0 " + name + " 1 " + std::to_string(-document) + " bad\n";
    }
  }
  put("judged.qrels", qrels);
  put("good.run", good);
  put("bad.run", bad);
  const CliResult result =
      run_in_process({"compare", "--qrels", at("judged.qrels"), "--run", at("good.run"),
                      at("bad.run"), "--measure", "nDCG@10", "--profile", "trec"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("measure ndcg@10,"));
  EXPECT_THAT(result.out, HasSubstr("profile trec, ties docid"));
  EXPECT_THAT(result.out, HasSubstr("good is better than bad"));

  const CliResult mixed =
      run_in_process({"compare", "--data", at("data.txt"), "--scores", "labels=" + at("good.txt"),
                      "--qrels", at("judged.qrels"), "--run", at("bad.run"), "--blank", "skip",
                      "--condensed", "--format", "json"});
  ASSERT_EQ(mixed.code, 0) << mixed.err;
  const auto json = nlohmann::json::parse(mixed.out);
  EXPECT_EQ(json["rankers"].size(), 2U);
  EXPECT_EQ(json["condensed"], true);
  EXPECT_EQ(json["blank_queries"], "skipped");

  const auto code = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", "--run", at("good.run"), at("bad.run")});
    return run_in_process(more).code;
  };
  EXPECT_EQ(code({}), 2);
  EXPECT_EQ(code({"--qrels", at("judged.qrels"), "--truth", "topk:2", "--measure", "kappa-ndcg@2"}),
            0);
  EXPECT_EQ(code({"--qrels", at("judged.qrels"), "--blank", "both"}), 2);
  EXPECT_EQ(code({"--qrels", at("judged.qrels"), "--per-query", at("new.csv")}), 2);
  EXPECT_EQ(code({"--qrels", at("missing.qrels")}), 3);
}

TEST_F(CompareCommand, SaysWhatMissingQueriesDoToAMean) {
  put("judged.qrels", "1 0 a 1\n2 0 a 1\n3 0 a 1\n3 0 b 0\n");
  put("all.run", "1 Q0 a 1 1 x\n2 Q0 a 1 1 x\n3 Q0 b 1 2 x\n3 Q0 a 2 1 x\n");
  put("few.run", "1 Q0 a 1 1 x\n2 Q0 a 1 1 x\n");
  const auto compared = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"compare",     "--qrels",     at("judged.qrels"), "--run",
                                      at("all.run"), at("few.run"), "--measure",        "map"};
    words.insert(words.end(), more.begin(), more.end());
    return run_in_process(words);
  };
  const CliResult counted = compared({});
  ASSERT_EQ(counted.code, 0) << counted.err;
  EXPECT_THAT(counted.err, HasSubstr("few: map 0.6667 over 3 judged queries, 1.0000 over those of "
                                     "the run (--complete off)"));
  const CliResult own = compared({"--complete", "off", "--format", "json"});
  ASSERT_EQ(own.code, 0) << own.err;
  const auto json = nlohmann::json::parse(own.out);
  EXPECT_EQ(json["rankers"][1]["mean"], 1.0);
  EXPECT_EQ(json["pairs"][0]["unmatched"], 1);
  EXPECT_EQ(compare_files({"--complete", "off"}).code, 2);
}

TEST_F(CompareCommand, ShowsTheCountsOfEachRankerWhereTheyDiffer) {
  put("judged.qrels", "1 0 a 1\n2 0 a 1\n3 0 a 1\n3 0 b 0\n");
  put("long.run", "1 Q0 a 1 1 x\n1 Q0 b 2 0 x\n2 Q0 a 1 1 x\n3 Q0 b 1 2 x\n3 Q0 a 2 1 x\n");
  put("short.run", "1 Q0 a 1 1 x\n2 Q0 a 1 1 x\n3 Q0 a 1 1 x\n");
  const std::vector<std::string> words = {"compare",   "--qrels",      at("judged.qrels"),
                                          "--run",     at("long.run"), at("short.run"),
                                          "--measure", "ndcg@2"};
  const CliResult text = run_in_process(words);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("blank queries 0, short lists 1 (long), 3 (short)\n"));
  std::vector<std::string> more = words;
  more.insert(more.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(run_in_process(more).out);
  EXPECT_EQ(json["blank"], 0);
  EXPECT_EQ(json["short"], nlohmann::json({1, 3}));
}

TEST_F(CompareCommand, RefusesAMeasureOfDifferentHighestGrades) {
  put("data.csv", "qid,label,f\n1,2,1\n1,0,2\n2,1,1\n2,0,0\n");
  put("judged.qrels", "1 0 a 4\n2 0 a 1\n");
  put("a.run", "1 Q0 a 1 1 x\n2 Q0 a 1 1 x\n");
  const CliResult result =
      run_in_process({"compare", "--data", at("data.csv"), "--feature", "f", "--qrels",
                      at("judged.qrels"), "--run", at("a.run"), "--measure", "err"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("found err(max=4) for a and err(max=2) for the rankers before"));
}

TEST_F(CompareCommand, RefusesConventionsOfValuesThatWereMeasured) {
  for (const char* flag : {"--profile", "--ties", "--truth"}) {
    const CliResult result = compare_files({flag, "standard"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr(std::string("--per-query cannot be combined with ") + flag));
  }
}

TEST_F(CompareCommand, ComparesWithAFeatureAndWritesAPage) {
  const CliResult result =
      run_in_process({"compare", "--data", at("data.txt"), "--scores", at("good.txt"), "--feature",
                      "1", "--report", at("page.html"), "--measure", "map"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("good is better than feature 1"));
  const std::string page(InputText(at("page.html")).view());
  EXPECT_THAT(page, HasSubstr("Comparison by map"));
  EXPECT_THAT(page, HasSubstr("Differences by query"));
  EXPECT_THAT(page, HasSubstr("Values of each query"));
  EXPECT_EQ(compare_files({"--report", at("files.html")}).code, 0);
  EXPECT_THAT(std::string(InputText(at("files.html")).view()), HasSubstr("new \u2212 old"));
}

TEST_F(CompareCommand, CallsTheSmallestPossiblePABound) {
  const std::vector<std::string> words = {"compare",
                                          "--data",
                                          at("data.txt"),
                                          "--scores",
                                          at("good.txt"),
                                          at("bad.txt"),
                                          "--test",
                                          "randomisation",
                                          "--iterations",
                                          "1000",
                                          "--exact-randomisation",
                                          "0"};
  const CliResult result = run_in_process(words);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("good is better than bad (p <= 0.000999)"));
  const std::string bound = "<= 0.0010";  // one-sided, two-sided, corrected
  EXPECT_THAT(result.out, testing::ContainsRegex(bound + " +1.0000 +" + bound + " +" + bound));
}

TEST_F(CompareCommand, RefusesWhatExactTestsDoNotUse) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--test", "wilcoxon", "--continuity"},
        {"--test", "t,randomisation", "--iterations", "1000"}}) {
    const CliResult result = compare_files(flags);
    EXPECT_EQ(result.code, 2) << flags[1];
    EXPECT_THAT(result.err, HasSubstr(flags[2] +
                                      " has no effect: rankers differ in at most 8 "
                                      "queries, for which the test is exact; leave it "
                                      "out or lower --exact-" +
                                      flags[1].substr(flags[1].find(',') + 1)));
  }
  EXPECT_EQ(compare_files({"--test", "wilcoxon", "--continuity", "--exact-wilcoxon", "7"}).code, 0);
  EXPECT_EQ(compare_files({"--test", "all", "--iterations", "1000"}).code, 0);
}

TEST_F(CompareCommand, CorrectsTestsOfPairsOnly) {
  const std::vector<std::string> words = {"compare",   "--data",       at("data.txt"),
                                          "--scores",  at("good.txt"), at("bad.txt"),
                                          "--correct", "bh",           "--test"};
  const auto with = [&](const std::string& test) {
    std::vector<std::string> all = words;
    all.push_back(test);
    return run_in_process(all);
  };
  EXPECT_THAT(with("tukey").err,
              HasSubstr("--correct needs --test t or randomisation or bootstrap or wilcoxon"));
  EXPECT_EQ(with("tukey,t").code, 0);
}

TEST_F(CompareCommand, ComparesByAMeasureOfOnesOwn) {
  const std::vector<std::string> files = {"compare",  "--data",       at("data.txt"),
                                          "--scores", at("good.txt"), at("bad.txt")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), files.begin(), files.end());
    return run_in_process(more);
  };
  const CliResult gain = with({"--define", "my=norm(sum(gain/rank))@3", "--measure", "my"});
  ASSERT_EQ(gain.code, 0) << gain.err;
  EXPECT_THAT(gain.out, HasSubstr("measure my, "));
  EXPECT_THAT(gain.out, HasSubstr(", my=norm(sum(gain/rank))@3"));
  EXPECT_THAT(gain.out, HasSubstr("good is better than bad"));
  const CliResult loss =
      with({"--define", "gap=loss(sum(rank*relevant))", "--measure", "gap", "--format", "json"});
  ASSERT_EQ(loss.code, 0) << loss.err;
  const auto json = nlohmann::json::parse(loss.out);
  EXPECT_EQ(json["formula"], "gap=loss(sum(rank*relevant))");
  EXPECT_EQ(with({"--measure", "my"}).code, 2);
}

TEST_F(CompareCommand, FindsAColumnByAnotherNameOfItsMeasure) {
  const CliResult result = compare_files({"--measure", "ndcg_cut_10"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("measure ndcg@10,"));
  EXPECT_EQ(compare_files({"--measure", "AP"}).code, 0);
  EXPECT_EQ(compare_files({"--condensed"}).code, 2);
}

TEST_F(CompareCommand, AppliesATruthSetting) {
  const CliResult result =
      run_in_process({"compare", "--data", at("data.txt"), "--scores", at("good.txt"), "--scores",
                      at("bad.txt"), "--truth", "topk:2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("truth topk:2"));
}

TEST_F(CompareCommand, ForecastsQueriesForAPower) {
  put("a.csv", "query,map\n1,.5\n2,.3\n3,.45\n4,.2\n");
  put("b.csv", "query,map\n1,.4\n2,.35\n3,.3\n4,.25\n");
  const auto needed = [&](const char* power) {
    const CliResult result =
        run_in_process({"compare", "--per-query", at("a.csv"), "--per-query", at("b.csv"),
                        "--measure", "map", "--power", power, "--format", "json"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["wanted_power"].get<double>(), std::stod(power));
    return json["pairs"][0]["queries_needed"].get<int>();
  };
  EXPECT_GT(needed("0.8"), 4);
  EXPECT_GT(needed("0.95"), needed("0.8"));
  EXPECT_EQ(run_in_process({"compare", "--per-query", at("a.csv"), "--per-query", at("b.csv"),
                            "--measure", "map", "--power", "0.2"})
                .code,
            2);
}

TEST_F(CompareCommand, CallsRankersByTheNameGivenOrByTheirFile) {
  const CliResult result = run_in_process({"compare", "--per-query", "mine=" + at("new.csv"),
                                           "--per-query", at("old.csv"), "--baseline", "mine"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no difference between old and mine was shown"));
  EXPECT_THAT(run_in_process({"compare", "--per-query", at("new.csv"), "--per-query",
                              "b=" + at("new.csv"), "--per-query", "b=" + at("old.csv")})
                  .out,
              HasSubstr("between b=" + at("new.csv") + " and b=" + at("old.csv")));
}

TEST_F(CompareCommand, FindsTheHighestGradeOfErrInTheFiles) {
  put("a.csv", "query,err(max=4)\n1,.1\n2,.2\n3,.4\n");
  put("b.csv", "query,err(max=4)\n1,.2\n2,.2\n3,.3\n");
  put("c.csv", "query,err(max=3)\n1,.2\n2,.2\n3,.3\n");
  const auto compared = [&](const char* other) {
    return run_in_process(
        {"compare", "--per-query", at("a.csv"), "--per-query", at(other), "--measure", "err"});
  };
  EXPECT_THAT(compared("b.csv").out, HasSubstr("err(max=4)"));
  EXPECT_EQ(compared("c.csv").code, 2);
  EXPECT_THAT(compared("c.csv").err, HasSubstr("c.csv has err(max=3), expected err(max=4)"));
}

TEST_F(CompareCommand, PrintsWinningNumbers) {
  put("results.csv",
      "dataset,algorithm,measure,value\nd1,A,map,.3\nd1,B,map,.2\nd2,A,map,.3\nd2,B,map,.4\n"
      "d3,A,map,.3\nd3,B,map,.1\n");
  const CliResult result =
      run_in_process({"compare", "--winning", at("results.csv"), "--format", "markdown"});
  EXPECT_THAT(result.out, HasSubstr("**2**")) << result.err;
  EXPECT_THAT(run_in_process({"compare", "--winning", at("results.csv"), "--format", "csv"}).out,
              HasSubstr("\nmap,B,1,3\n"));
}

TEST_F(CompareCommand, RefusesWrongUsage) {
  EXPECT_EQ(run_in_process({"compare"}).code, 2);
  EXPECT_EQ(run_in_process({"compare", "--scores", at("good.txt")}).code, 2);
  EXPECT_EQ(compare_files({"--test", "anova"}).code, 2);
  EXPECT_EQ(compare_files({"--correct", "bonferroni"}).code, 2);
  EXPECT_EQ(compare_files({"--alpha", "2"}).code, 2);
  const CliResult measure = compare_files({"--measure", "err"});
  EXPECT_EQ(measure.code, 2);
  EXPECT_THAT(measure.err, HasSubstr("found 'err', expected one of: ndcg@10, map"));
  EXPECT_EQ(
      run_in_process({"compare", "--per-query", at("new.csv"), "--per-query", at("new.csv")}).code,
      2);
}

TEST_F(CompareCommand, RefusesBadInput) {
  put("short.txt", "1\n2\n");
  const CliResult result = run_in_process({"compare", "--data", at("data.txt"), "--scores",
                                           at("good.txt"), "--scores", at("short.txt")});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("short.txt: found 2 scores, expected 48"));
  put("broken.csv", "query,ndcg@10\n1,much\n");
  EXPECT_EQ(
      run_in_process({"compare", "--per-query", at("new.csv"), "--per-query", at("broken.csv")})
          .code,
      3);
}

}  // namespace
}  // namespace podium::cli
