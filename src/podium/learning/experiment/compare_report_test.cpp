#include "podium/learning/experiment/compare_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/wrap.hpp"

namespace podium {
namespace {

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    widest = std::max(widest, display_width(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

using testing::HasSubstr;
using testing::StartsWith;

CompareReport sample() {
  const std::vector<std::string> queries = {"1", "2", "3", "4"};
  const std::vector<RankerValues> rankers = {{"new", queries, {0.5, 0.75, 0.5, 1.0}},
                                             {"old", queries, {0.25, 0.5, 0.5, 0.5}}};
  CompareReport report{.measure = "ndcg@10"};
  report.comparison = compare(rankers, report.options);
  return report;
}

TEST(CompareReport, FitsTheTerminal) {
  EXPECT_GT(widest_line(render(sample(), TableFormat::table)), 80U);
  EXPECT_LE(widest_line(render(sample(), {TableFormat::table, 80})), 80U);
}

TEST(CompareReport, PrintsMeansPairsTestsAndConclusions) {
  const std::string text = render(sample(), TableFormat::table);
  EXPECT_THAT(text, StartsWith("measure ndcg@10, alpha 0.05, correction holm\n\n"
                               "ranker    mean  queries\n"
                               "------  ------  -------\n"
                               "new     0.6875        4\n"
                               "old     0.4375        4\n"));
  EXPECT_THAT(text, HasSubstr("3/1/0"));
  EXPECT_THAT(text, HasSubstr("p corrected"));
  const PairComparison pair = sample().comparison.pairs[0];
  EXPECT_THAT(text, HasSubstr(pair.conclusion + "; " + pair.forecast.words() + "\n"));
  EXPECT_THAT(text, HasSubstr("; about 4 more labelled queries would show this difference at the 5 "
                              "% level, with a power of 80 %\n"));
}

TEST(CompareReport, NamesTheConventionsThatAreKnown) {
  CompareReport report = sample();
  report.conventions = CompareConventions{.profile = "trec", .ties = "docid", .truth = "graded"};
  EXPECT_EQ(heading(report),
            "measure ndcg@10, alpha 0.05, correction holm, profile trec, ties docid, truth graded, "
            "blank queries 0, short lists 0");
  EXPECT_EQ(nlohmann::json::parse(render(report, TableFormat::json))["profile"], "trec");
}

TEST(CompareReport, GivesProgramsOneRowOrObjectForEachPair) {
  const std::string csv = render(sample(), TableFormat::csv);
  EXPECT_THAT(csv, HasSubstr("\nndcg@10,new,old,4,0,0,0.6875,0.4375,0.25,"));
  const auto json = nlohmann::json::parse(render(sample(), TableFormat::json));
  EXPECT_EQ(json["pairs"][0]["difference"], 0.25);
  EXPECT_EQ(json["pairs"][0]["tests"][0]["test"], "t");
  EXPECT_EQ(json["rankers"][1]["mean"], 0.4375);
  EXPECT_EQ(json["wanted_power"], 0.8);
  EXPECT_EQ(json["pairs"][0]["queries_needed"], 8);
  EXPECT_NEAR(json["pairs"][0]["power"], 0.3953, 1e-4);
  EXPECT_THAT(csv, HasSubstr("power,queries_needed\n"));
  EXPECT_THAT(csv, HasSubstr(",8\n"));
}

TEST(CompareReport, SetsAlgorithmsSideBySide) {
  const WinningNumbers numbers{
      .measure = {"map"}, .algorithm = {"A", "B"}, .wins = {{3, 1}}, .compared = {{4, 4}}};
  EXPECT_EQ(render(numbers, TableFormat::csv),
            "measure,algorithm,wins,compared\nmap,A,3,4\nmap,B,1,4\n");
  EXPECT_THAT(render(numbers, TableFormat::markdown), HasSubstr("| **3** | 1 |  4 |"));
  const WinningNumbers uneven{
      .measure = {"map"}, .algorithm = {"A", "B"}, .wins = {{3, 1}}, .compared = {{4, 2}}};
  EXPECT_THAT(render(uneven, TableFormat::table), HasSubstr("3/4  1/2"));
}

}  // namespace
}  // namespace podium
