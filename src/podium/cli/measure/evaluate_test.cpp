#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two queries, the second without a relevant document, and two rankers of them.
class EvaluateCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
    write_file(folder_ / "data.txt",
               "2 qid:1 1:0 #docid = a\n0 qid:1 1:0 #docid = b\n1 qid:1 1:0 #docid = c\n"
               "0 qid:2 1:0 #docid = a\n0 qid:2 1:0 #docid = d\n");
    write_file(folder_ / "good.txt", "3\n1\n2\n1\n2\n");
    write_file(folder_ / "tied.txt", "1\n1\n1\n1\n1\n");
    write_file(folder_ / "good.run",
               "1 Q0 a 1 3 good\n1 Q0 c 2 2 good\n1 Q0 b 3 1 good\n"
               "2 Q0 d 1 2 good\n2 Q0 a 2 1 good\n");
    write_file(folder_ / "judged.qrels", "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 0\n2 0 d 0\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ / name; }

  /// Runs "evaluate" with the arguments; names of the files above stand for their paths.
  int evaluate(std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
      if (argument.find('.') != std::string::npos) argument = folder_ / argument;
    }
    arguments.insert(arguments.begin(), "evaluate");
    const CliResult result = run_in_process(arguments);
    out_ = result.out;
    err_ = result.err;
    return result.code;
  }

  std::filesystem::path folder_;
  std::string out_;
  std::string err_;
};

TEST_F(EvaluateCommand, PrintsTheStableJsonShape) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "ndcg@3,map",
                      "--format", "json", "--interval", "none"}),
            0)
      << err_;
  EXPECT_EQ(
      nlohmann::json::parse(out_),
      nlohmann::json::parse(
          R"({"ranker": "good", "profile": "standard", "ties": "input", "queries": 2, "blank": 1, "short": 1, "unjudged": 0,
                    "measures": {"ndcg@3": 0.5, "map": 0.5}})"));
}

TEST_F(EvaluateCommand, PrintsConfidenceIntervals) {
  const std::vector<std::string> command = {"--data",   "data.txt",   "--scores",
                                            "good.txt", "--measures", "map"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(evaluate(arguments), 0) << err_;
  };
  with({"--format", "json"});
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["confidence"], 0.95);
  // The mean of 1 and 0 with t(.025; 1) = 12.706205 standard errors of 1/2 each way.
  // That is beyond the range of the measure.
  EXPECT_EQ(json["intervals"]["map"], (nlohmann::json{0.0, 1.0}));
  with({});
  EXPECT_THAT(out_, testing::ContainsRegex("measure +good +95 % from +to\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("map +0.5000 +0.0000 +1.0000\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("queries +2 +- +-\n"));
  with({"--confidence", "5e-1"});  // a point would make it a path
  EXPECT_THAT(out_, testing::ContainsRegex("50 % from +to\n"));
  with({"--interval", "bootstrap", "--format", "csv"});
  EXPECT_THAT(out_, HasSubstr("unjudged,map,map from,map to\n"));
  EXPECT_THAT(out_, HasSubstr(",0.5,0,1\n"));
  with({"--interval", "none"});
  EXPECT_THAT(out_, testing::ContainsRegex("measure +good\n"));
}

TEST_F(EvaluateCommand, KeepsOrSkipsBlankQueriesOrReportsBoth) {
  const auto with = [&](const std::string& blank) {
    return evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "map,p@1",
                     "--interval", "none", "--blank", blank});
  };
  ASSERT_EQ(with("keep"), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("p@1 +0.5000\n"));
  ASSERT_EQ(with("skip"), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("p@1 +1.0000\n"));
  EXPECT_THAT(out_, HasSubstr("truth graded, blank queries skipped\n"));
  ASSERT_EQ(with("both"), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("p@1 +0.5000 +1.0000\n"));
  EXPECT_THAT(out_, HasSubstr("good, blank skipped"));
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--blank", "both",
                      "--per-query", "out.csv"}),
            2);
}

TEST_F(EvaluateCommand, MeasuresCondensedLists) {
  write_file(folder_ / "more.run", "1 Q0 x 1 9 m\n1 Q0 a 2 3 m\n1 Q0 y 3 2.5 m\n1 Q0 c 4 2 m\n");
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--qrels",    "judged.qrels", "--run",
                                          "more.run",   "--measures",   "rr,map,success_1",
                                          "--interval", "none"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return evaluate(arguments);
  };
  ASSERT_EQ(with({}), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("rr +0.2500 +0.5000\n"));
  ASSERT_EQ(with({"--condensed"}), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("rr +0.5000 +1.0000\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("success@1 +0.5000 +1.0000\n"));
  EXPECT_THAT(out_, HasSubstr("truth graded, condensed lists\n"));
  ASSERT_EQ(evaluate({"--qrels", "judged.qrels", "--run", "more.run", "--measures", "rr",
                      "--condensed", "--explain", "1"}),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("rr of query 1"));
}

TEST_F(EvaluateCommand, TakesMeasuresOfOnesOwn) {
  ASSERT_EQ(
      evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "My@1,3,ndcg_cut_3",
                "--define", "my=norm(sum(gain/rank))", "--format", "json"}),
      0)
      << err_;
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["measures"]["my@1"], 0.5);
  EXPECT_EQ(json["measures"]["my@3"], 0.5);
  EXPECT_EQ(json["measures"]["ndcg@3"], 0.5);
  EXPECT_EQ(json["define"][0], "my=norm(sum(gain/rank))");
  ASSERT_EQ(
      evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "gap", "--scores",
                "tied.txt", "--define", "gap=loss(sum(rank*relevant))", "--format", "markdown"}),
      0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("gap=loss(sum(rank*relevant))\n"));
  EXPECT_THAT(out_, HasSubstr("**1.5000**"));  // the smaller of 3/2 and 4/2
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "my", "--define",
                      "my=sum(gian)"}),
            2);
  EXPECT_THAT(err_, HasSubstr("character 5: found 'gian'"));
}

TEST_F(EvaluateCommand, PrintsAListOfObjectsForSeveralScores) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--scores", "tied.txt",
                      "--measures", "p@1", "--format", "json", "--ties", "worst"}),
            0)
      << err_;
  const auto list = nlohmann::json::parse(out_);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["measures"]["p@1"], 0.5);
  EXPECT_EQ(list[1]["measures"]["p@1"], 0.0);
  EXPECT_EQ(list[1]["ties"], "worst");
  EXPECT_EQ(list[0]["ranker"], "good");
  EXPECT_EQ(list[1]["ranker"], "tied");
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--scores", "good.txt",
                      "--measures", "p@1"}),
            2);
  EXPECT_THAT(err_, HasSubstr("found two rankers named"));
}

TEST_F(EvaluateCommand, SaysThatAQueryWithOnlyNegativeJudgementsDoesNotCount) {
  write_file(folder_ / "negative.qrels", "1 0 a 1\n2 0 a -1\n");
  write_file(folder_ / "one.run", "1 Q0 a 1 3 one\n");
  ASSERT_EQ(evaluate({"--qrels", "negative.qrels", "--run", "one.run", "--measures", "map"}), 0);
  EXPECT_THAT(err_, HasSubstr("1 query is in the judgements without a label of 0 or more"));
  EXPECT_THAT(err_, testing::Not(HasSubstr("as empty rankings")));
}

TEST_F(EvaluateCommand, SetsRankersSideBySideAndNamesTheConventions) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--scores", "tied.txt",
                      "--profile", "lightgbm", "--measures", "map", "--interval", "none"}),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("profile lightgbm, ties input, truth graded\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("map +1.0000 +0.9167\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("blank +1 +1\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("tied +0 +1\n"));
}

TEST_F(EvaluateCommand, ReadsRunsWithTheLabelsOfTheDataOrOfQrels) {
  for (const auto& source :
       {std::pair("--data", "data.txt"), std::pair("--qrels", "judged.qrels")}) {
    ASSERT_EQ(evaluate({source.first, source.second, "--run", "good.run", "--measures", "ndcg@3",
                        "--profile", "trec", "--format", "csv", "--interval", "none"}),
              0)
        << err_;
    EXPECT_THAT(out_, HasSubstr("ranker,profile,ties,truth,queries,blank,short,unjudged,ndcg@3\n"));
    EXPECT_THAT(out_, HasSubstr("good,trec,docid,graded,2,1,1,0,0.5\n"));
  }
}

TEST_F(EvaluateCommand, WritesTheValuesOfEveryQuery) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "p@1,map",
                      "--per-query", "out.csv"}),
            0)
      << err_;
  EXPECT_EQ(InputText(path("out.csv")).view(), "query,p@1,map\n1,1,1\n2,0,0\n");
  ASSERT_EQ(evaluate({"--data", "data.txt", "--run", "good.run", "--per-query", "first.csv",
                      "--scores", "tied.txt", "--per-query", "second.csv", "--measures", "map"}),
            0)
      << err_;
  EXPECT_THAT(err_, HasSubstr("first.csv: the values of tied\n"));
  EXPECT_THAT(err_, HasSubstr("second.csv: the values of good\n"));
}

TEST_F(EvaluateCommand, GivesAGradedTruthAnOrderOnRequest) {
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "kappa-ndcg"}),
            2);
  EXPECT_THAT(err_, HasSubstr("--truth topk:K"));
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "kappa-ndcg@1",
                      "--truth", "topk:1", "--format", "json"}),
            0)
      << err_;
}

TEST_F(EvaluateCommand, GivesTheJudgementsOfRunsAnOrder) {
  write_file(folder_ / "lists.jsonl",
             "{\"qid\":\"1\",\"k\":2,\"top\":[\"a\",\"c\"],\"rest\":[\"b\"]}\n"
             "{\"qid\":\"2\",\"k\":2,\"top\":[\"a\",\"d\"],\"rest\":[]}\n");
  const auto value = [&](const std::vector<std::string>& judgements) -> double {
    std::vector<std::string> words = {"--run",    "good.run", "--measures", "kappa-ndcg@2",
                                      "--format", "json",     "--interval", "none"};
    words.insert(words.end(), judgements.begin(), judgements.end());
    EXPECT_EQ(evaluate(words), 0) << err_;
    return nlohmann::json::parse(out_)["measures"]["kappa-ndcg@2"];
  };
  // Query 1 is perfect; query 2 has its best document at rank 2: gains 3 and 1.
  const double second = (1.0 + 3.0 / std::log2(3.0)) / (3.0 + 1.0 / std::log2(3.0));
  const double expected = (1.0 + second) / 2.0;
  EXPECT_NEAR(value({"--top-k", "lists.jsonl"}), expected, 1e-12);
  EXPECT_NEAR(value({"--top-k", "lists.jsonl", "--data", "data.txt"}), expected, 1e-12);
  write_file(folder_ / "order.qrels", "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 2\n2 0 d 1\n");
  EXPECT_NEAR(value({"--qrels", "order.qrels", "--truth", "topk:2"}), expected, 1e-12);
  EXPECT_EQ(evaluate({"--run", "good.run", "--top-k", "lists.jsonl", "--qrels", "order.qrels"}), 2);
  EXPECT_THAT(err_, HasSubstr("--qrels cannot be combined with --top-k"));
}

TEST_F(EvaluateCommand, CountsJudgedQueriesThatARunLacksAndShowsBothMeans) {
  write_file(folder_ / "few.run", "1 Q0 a 1 3 few\n1 Q0 c 2 2 few\n");
  const std::vector<std::string> base = {"--qrels",    "judged.qrels", "--run",      "few.run",
                                         "--measures", "map",          "--interval", "none"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return more;
  };
  ASSERT_EQ(evaluate(base), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("counted 1 judged query missing from the run as empty rankings"));
  EXPECT_THAT(out_, HasSubstr("few, complete off"));
  EXPECT_THAT(out_, testing::ContainsRegex("map +0.5000 +1.0000\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("queries +2 +1\n"));
  ASSERT_EQ(evaluate(with({"--format", "json", "--per-query", "values.csv"})), 0) << err_;
  auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["measures"]["map"], 0.5) << "one object, whatever is missing";
  EXPECT_EQ(json["complete_off"]["measures"]["map"], 1.0);
  EXPECT_EQ(InputText(path("values.csv")).view(), "query,map\n1,1\n2,0\n");
  ASSERT_EQ(evaluate(with({"--complete", "off", "--format", "json"})), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("ignored 1 judged query missing from the run"));
  json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["measures"]["map"], 1.0);
  EXPECT_FALSE(json.contains("complete_off"));
  for (const char* rule : {"on", "off"}) {
    EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--complete", rule}), 2);
    EXPECT_THAT(err_, HasSubstr("--complete needs --run"));
  }
}

TEST_F(EvaluateCommand, RanksByFeatures) {
  write_file(folder_ / "named.csv",
             "qid,label,bm25,price\n1,2,3,1\n1,0,1,\n1,1,2,2\n2,0,1,1\n2,1,2,2\n");
  const std::vector<std::string> base = {"--data",     "named.csv", "--feature",  "bm25",
                                         "--feature",  "2",         "--feature",  "old=price",
                                         "--measures", "map",       "--interval", "none"};
  ASSERT_EQ(evaluate(base), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("feature bm25  feature 2     old\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("map +1.0000 +1.0000 +1.0000\n"));
  EXPECT_THAT(err_, HasSubstr("feature 2: 1 missing value is ranked last"));
  write_file(folder_ / "equals.csv", "qid,label,a=b,b\n1,2,3,1\n1,0,1,2\n");
  ASSERT_EQ(evaluate({"--data", "equals.csv", "--feature", "a=b", "--measures", "map"}), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("feature a=b")) << "the name of a column comes first";
  EXPECT_EQ(evaluate({"--data", "data.txt", "--feature", "9"}), 2);
  EXPECT_THAT(err_, HasSubstr("found '9', expected a name or a number from 1 to 1"));
  EXPECT_EQ(evaluate({"--qrels", "judged.qrels", "--run", "good.run", "--feature", "1"}), 2);
}

TEST_F(EvaluateCommand, PrintsWhatTrecEvalPrints) {
  const std::vector<std::string> base = {"--qrels",  "judged.qrels", "--run",
                                         "good.run", "--measures",   "official"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return more;
  };
  ASSERT_EQ(evaluate(with({"--profile", "trec", "--per-query", "values.csv"})), 0) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("num_ret +5\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("\nmap +0.5000\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("gm_map +0.0032\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("iprec_at_recall_1.00 +0.5000\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("P_1000 +0.0010\n"));
  const std::string values(InputText(path("values.csv")).view());
  EXPECT_THAT(values, testing::StartsWith("query,num_q,num_ret,num_rel,num_rel_ret,map,gm_map,"));
  EXPECT_THAT(values, HasSubstr("\n1,,3,2,2,1,,1,"));
  EXPECT_EQ(evaluate(base), 2);
  EXPECT_THAT(err_, HasSubstr("expected --profile trec"));
  EXPECT_EQ(evaluate(with({"--profile", "trec", "--explain", "1"})), 2);
  EXPECT_EQ(evaluate(with({"--profile", "trec", "--interval", "bootstrap"})), 2);
}

TEST_F(EvaluateCommand, LeavesOutOfItsDefaultWhatTheProfileDoesNotHave) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--profile", "lightgbm"}), 0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("ndcg@10"));
  EXPECT_THAT(out_, testing::Not(HasSubstr("err")));
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--profile", "lightgbm",
                      "--measures", "err"}),
            2);
  EXPECT_THAT(err_, HasSubstr("profile lightgbm does not have err"));
}

TEST_F(EvaluateCommand, CountsWhatIsNotJudgedAndReadsItAsTold) {
  write_file(folder_ / "semi.txt",
             "2 qid:1 1:0 #docid = a\n-1 qid:1 1:0 #docid = b\n1 qid:1 1:0 #docid = c\n"
             "-1 qid:2 1:0 #docid = a\n-1 qid:2 1:0 #docid = d\n");
  const std::vector<std::string> base = {"--data",   "semi.txt",   "--scores",
                                         "good.txt", "--measures", "judged@3,kendall"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return more;
  };
  ASSERT_EQ(evaluate(base), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("semi.txt: 3 documents of 2 queries are not judged (label below 0): "
                              "not relevant in rankings; queries without a judged document, which "
                              "do not count: 1"));
  EXPECT_THAT(out_, HasSubstr("unjudged documents"));
  ASSERT_EQ(evaluate(with({"--format", "json"})), 0) << err_;
  nlohmann::json json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["unjudged"], 1);
  EXPECT_EQ(json["queries"], 1);
  EXPECT_EQ(json["measures"]["judged@3"], 2.0 / 3);
  ASSERT_EQ(evaluate(with({"--format", "json", "--unjudged", "label:0"})), 0) << err_;
  json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["unjudged"], 0);
  EXPECT_EQ(json["queries"], 2);
  EXPECT_EQ(json["measures"]["judged@3"], 1.0);
  ASSERT_EQ(evaluate(with({"--condensed"})), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("are not judged (label below 0): removed from rankings"));
  EXPECT_THAT(out_, testing::ContainsRegex("unjudged documents, removed +1 "));
  EXPECT_THAT(out_, testing::ContainsRegex("judged@3 +0.6667 ")) << "of the whole list";
  EXPECT_EQ(evaluate(with({"--condensed", "--unjudged", "label:0"})), 2);
  EXPECT_THAT(err_, HasSubstr("with --unjudged label:0 all documents have a label"));
  EXPECT_EQ(evaluate(with({"--unjudged", "magic"})), 2);
  EXPECT_THAT(err_, HasSubstr("drop, lowest or label:V"));
  EXPECT_EQ(evaluate({"--qrels", "judged.qrels", "--run", "good.run", "--unjudged", "lowest"}), 2);
}

TEST_F(EvaluateCommand, CountsTheDocumentsOfARunThatQrelsDoNotJudge) {
  write_file(folder_ / "few.qrels", "1 0 a 2\n1 0 x -1\n2 0 d -0\n");
  ASSERT_EQ(evaluate({"--qrels", "few.qrels", "--run", "good.run", "--measures", "map", "--format",
                      "json"}),
            0)
      << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)["unjudged"], 3);
}

TEST_F(EvaluateCommand, NamesTheHighestGradeOfErr) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "err"}), 0);
  EXPECT_THAT(out_, HasSubstr("err(max=2)"));
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "err",
                      "--explain", "2"}),
            0);
  EXPECT_THAT(out_, HasSubstr("err(max=2) of query 2"));
}

TEST_F(EvaluateCommand, RefusesLabelsWithoutAGain) {
  write_file(folder_ / "high.txt", "3 qid:1 1:0\n0 qid:1 1:0\n");
  write_file(folder_ / "two.txt", "2\n1\n");
  EXPECT_EQ(evaluate({"--data", "high.txt", "--scores", "two.txt", "--profile", "letor4"}), 2);
  EXPECT_THAT(err_, HasSubstr("query '1': found label 3, but profile letor4 has gains for the "
                              "labels 0 to 2 only; use profile mslr"));
}

TEST_F(EvaluateCommand, ExplainsAQuery) {
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--measures", "ndcg@3",
                      "--explain", "1"}),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("ndcg@3 of query 1, "));
  EXPECT_THAT(out_, HasSubstr("sum of gain * discount"));
  EXPECT_THAT(out_, testing::ContainsRegex("ideal DCG +3.630930\n"));
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--explain", "9"}), 2);
  EXPECT_THAT(err_, HasSubstr("no such query: '9'"));
}

TEST_F(EvaluateCommand, ExplainsWithTheIdsOfDocuments) {
  write_file(folder_ / "ids.txt",
             "0 qid:1 1:0 #docid = x\n1 qid:2 1:0 #docid = left\n0 qid:2 1:0 #docid = right\n");
  write_file(folder_ / "three.txt", "1\n1\n2\n");
  ASSERT_EQ(evaluate({"--data", "ids.txt", "--scores", "three.txt", "--measures", "ndcg@3",
                      "--explain", "2", "--format", "csv"}),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("\n1,right,0,"));
  EXPECT_THAT(out_, HasSubstr("\n2,left,1,"));
}

TEST_F(EvaluateCommand, WeighsQueriesAndRefusesWeightsOfRows) {
  write_file(folder_ / "queries.w", "1 3\n2 1\n");
  write_file(folder_ / "rows.w", "1\n2\n1\n1\n1\n");
  const std::vector<std::string> command = {"--data",     "data.txt",   "--scores", "good.txt",
                                            "--measures", "ndcg@3,map", "--format", "json"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return evaluate(arguments);
  };
  ASSERT_EQ(with({"--query-weights", "queries.w"}), 0) << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)["measures"]["map"], 0.75);
  EXPECT_THAT(err_, HasSubstr("means over queries use the query weights"));
  EXPECT_EQ(with({"--row-weights", "rows.w"}), 2);
  EXPECT_THAT(err_, HasSubstr("the measure ndcg@3 cannot use row weights"));
  write_file(folder_ / "zero.w", "1 0\n2 0\n");
  EXPECT_EQ(with({"--query-weights", "zero.w"}), 3);
  EXPECT_THAT(err_,
              HasSubstr("data.txt: found the weight 0 for every query, expected one above 0"));
}

TEST_F(EvaluateCommand, WeighsTheQueriesOfRunsThatTheDataJudges) {
  write_file(folder_ / "queries.w", "2 1\n1 3\n");
  write_file(folder_ / "data.csv",
             "qid,docid,label,query_weight\n1,a,2,3\n1,b,0,3\n1,c,1,3\n2,a,0,1\n2,d,0,1\n");
  const std::vector<std::string> command = {"--run", "good.run", "--measures",
                                            "map",   "--format", "json"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return evaluate(arguments);
  };
  ASSERT_EQ(with({"--data", "data.txt", "--query-weights", "queries.w"}), 0) << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)["measures"]["map"], 0.75);
  ASSERT_EQ(with({"--data", "data.csv"}), 0) << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)["measures"]["map"], 0.75);
  EXPECT_EQ(with({"--data", "data.csv", "--scores", "good.txt", "--qrels", "judged.qrels"}), 2);
  EXPECT_THAT(err_, HasSubstr("query weights, which runs that --qrels judges do not have"));
}

TEST_F(EvaluateCommand, RefusesToJudgeRunsAndRowsByDifferentLabels) {
  const auto beside = [&](const char* qrels) {
    return evaluate({"--data", "data.txt", "--scores", "tied.txt", "--run", "good.run", "--qrels",
                     qrels, "--measures", "map"});
  };
  ASSERT_EQ(beside("judged.qrels"), 0);
  EXPECT_EQ(err_, "");
  write_file(folder_ / "other.qrels", "1 0 a 2\n1 0 b 1\n1 0 c 1\n2 0 a 0\n2 0 d 0\n");
  EXPECT_EQ(beside("other.qrels"), 2);
  EXPECT_THAT(err_, HasSubstr("query '1', document 'b': the label is 0 in "));
  EXPECT_THAT(err_, HasSubstr("cannot be compared; without --qrels"));
  write_file(folder_ / "more.qrels", "1 0 a 2\n1 0 b 0\n1 0 c 1\n1 0 x 1\n2 0 a 0\n");
  ASSERT_EQ(beside("more.qrels"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("data.txt lacks: 1; labels of "));
  EXPECT_THAT(err_, HasSubstr("more.qrels lacks: 1; so runs and other rankers"));
}

TEST_F(EvaluateCommand, RefusesGradesForTheBinaryMeasuresOfXgboost) {
  const auto with = [&](const char* measures) {
    return evaluate({"--data", "data.txt", "--scores", "good.txt", "--profile", "xgboost",
                     "--measures", measures, "--interval", "none"});
  };
  for (const char* measures : {"map", "ndcg@3,map@3", "p@2"}) {
    EXPECT_EQ(with(measures), 2) << measures;
    EXPECT_THAT(err_, HasSubstr("query '1': found label 2"));
    EXPECT_THAT(err_, HasSubstr("of profile xgboost takes labels 0 and 1 only"));
  }
  EXPECT_EQ(with("map(from=1),ndcg@3"), 0) << err_;
  ASSERT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--profile", "xgboost"}), 0)
      << err_;
  EXPECT_THAT(out_, testing::Not(HasSubstr("map"))) << "the default has what every label allows";
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--profile", "xgboost",
                      "--measures", "map", "--explain", "1"}),
            2);
}

TEST_F(EvaluateCommand, RefusesColumnsThatAreNamedAndMissing) {
  write_file(folder_ / "data.csv", "qid,label,f\n1,1,0\n1,0,1\n");
  for (const std::string name : {"docid", "row_weight", "query_weight"}) {
    std::string flag = "--" + name + "-column";
    std::ranges::replace(flag, '_', '-');
    EXPECT_EQ(evaluate({"--data", "data.csv", "--feature", "f", flag, name}), 3) << flag;
    EXPECT_THAT(err_, HasSubstr("found no column '" + name + "', expected one (see " + flag + ")"));
  }
}

TEST_F(EvaluateCommand, RefusesEmptyNames) {
  write_file(folder_ / "data.csv", "qid,label,docid,f\n1,1,2,0\n1,0,1,1\n");
  EXPECT_EQ(evaluate({"--data", "data.csv", "--feature", "=f"}), 2);
  EXPECT_THAT(err_, HasSubstr("--feature: found '=f' with an empty name"));
  for (const char* flag : {"--label-column", "--qid-column", "--docid-column",
                           "--row-weight-column", "--query-weight-column"}) {
    EXPECT_EQ(evaluate({"--data", "data.csv", "--feature", "f", flag, ""}), 2) << flag;
    EXPECT_THAT(err_, HasSubstr(std::string(flag) + ": found an empty name")) << flag;
  }
}

TEST_F(EvaluateCommand, SaysWhichColumnsAModelDoesNotUse) {
  save_model({.kind = LinearModel{LinearScorer{.features = 1}, {1}},
              .preparation = {.features = {.count = 1, .names = {"f"}}}},
             folder_ / "model.json");
  write_file(folder_ / "more.csv", "qid,label,g,f,h\n1,1,2,0,1\n1,0,1,1,1\n");
  ASSERT_EQ(evaluate({"--data", "more.csv", "--model", "model.json"}), 0) << err_;
  EXPECT_THAT(
      err_,
      HasSubstr(
          "model.json: 2 columns of the data are not used, which the model lacks: 'g', 'h'\n"));
}

TEST_F(EvaluateCommand, SaysThatColumnsOfRowWeightsAreNotUsed) {
  write_file(folder_ / "data.csv", "qid,label,row_weight,query_weight,f\n1,1,2,3,0\n1,0,1,3,1\n");
  write_file(folder_ / "two.txt", "1\n2\n");
  ASSERT_EQ(evaluate({"--data", "data.csv", "--scores", "two.txt"}), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("measures do not use row weights"));
  EXPECT_THAT(err_, HasSubstr("means over queries use the query weights"));
}

TEST_F(EvaluateCommand, RefusesDataOfFewerFeaturesThanTheModel) {
  save_model({.kind = LinearModel{LinearScorer{.features = 2}, {1, 2}},
              .preparation = {.features = {.count = 2}}},
             folder_ / "model.json");
  EXPECT_EQ(evaluate({"--data", "data.txt", "--model", "model.json"}), 2);
  EXPECT_THAT(err_, HasSubstr("model.json: the data has 1 feature; the model needs 2"));
}

TEST_F(EvaluateCommand, SaysWhatIsMissing) {
  EXPECT_EQ(evaluate({"--data", "data.txt"}), 2);
  EXPECT_THAT(err_, HasSubstr("give --scores, --model, --feature or --run"));
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--top-k", "lists.jsonl",
                      "--unjudged", "lowest"}),
            2);
  EXPECT_THAT(err_, HasSubstr("--unjudged cannot be combined with --top-k"));
  EXPECT_EQ(evaluate({"--scores", "good.txt"}), 2);
  EXPECT_THAT(err_, HasSubstr("--scores needs --data"));
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "good.txt", "--scores", "tied.txt",
                      "--per-query", "out.csv"}),
            2);
  EXPECT_THAT(err_, HasSubstr("for 2 rankers, expected one for each ranker"));
  EXPECT_EQ(evaluate({"--data", "missing.txt", "--scores", "good.txt"}), 3);
  EXPECT_EQ(evaluate({"--data", "data.txt", "--scores", "data.txt"}), 3);
}

TEST_F(EvaluateCommand, SaysThatLabelsBelowOneAreRelevant) {
  write_file(folder_ / "parts.txt",
             "0.5 qid:1 1:0\n0 qid:1 1:0\n0.25 qid:1 1:0\n"
             "1 qid:2 1:0\n0 qid:2 1:0\n");
  ASSERT_EQ(evaluate({"--data", "parts.txt", "--scores", "good.txt", "--measures", "map"}), 0)
      << err_;
  EXPECT_THAT(err_, HasSubstr("2 labels are between 0 and 1: relevant for p, recall, map and rr "
                              "unless map(from=1) or the profile sets another limit"));
}

}  // namespace
}  // namespace podium::cli
