#include "podium/research/papers/tree_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/report/render.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"
#include "podium/research/papers/reproduction.hpp"
#include "podium/research/papers/reproduction_summary.hpp"

namespace podium::research {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

MadeUpStudy tree_study(double lambdamart) {
  return MadeUpStudy("letor3-letor4", {"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1", "p@3", "p@5",
                                       "p@10", "map", "meanndcg"})
      .add("MQ2008", "lambdamart", lambdamart)
      .add("MQ2008", "ListNet", 0.6);
}

std::vector<std::string> shown_row(const Table& table, std::size_t row) {
  std::vector<std::string> cells;
  for (const Cell& cell : table.rows[row]) cells.push_back(shown(cell));
  return cells;
}

TEST(TreeTables, HaveOurTreesFirstAndThoseOfOtherToolsBelow) {
  const std::vector<ReportBlock> blocks = tree_tool_blocks(Findings({tree_study(0.51)}));
  ASSERT_THAT(blocks, SizeIs(1));
  const Table& table = std::get<TableBlock>(blocks.front()).table;
  EXPECT_THAT(table.columns, ElementsAre("learner", "MQ2008 map", "MQ2008 meanndcg", "OHSUMED map",
                                         "OHSUMED ndcg@10"));
  EXPECT_THAT(shown_row(table, 0), ElementsAre("lambdamart", "0.5100", "0.5100", "-", "-"));
  const std::string text = render(table, TableFormat::csv);
  EXPECT_THAT(text, HasSubstr("LightGBM 4.7,0.4767,0.4842,0.4413,0.4344"));
  EXPECT_THAT(text, HasSubstr("XGBoost 3.2,0.478,0.4895,0.4389,0.4339"));
  EXPECT_THAT(text, HasSubstr("\"LambdaMART, RankLib 2.9\",0.4783,0.4895,,"));
  EXPECT_THAT(text, Not(HasSubstr("ListNet")));
  EXPECT_THAT(text, Not(HasSubstr("\nmart,"))) << "a row without results";
}

TEST(TreeTables, AreLeftOutWithoutOurResults) {
  EXPECT_THAT(tree_tool_blocks(Findings({})), IsEmpty());
  EXPECT_THAT(tree_tool_blocks(
                  Findings({MadeUpStudy("letor3-letor4", {"map"}).add("MQ2008", "ListNet", 0.5)})),
              IsEmpty());
  EXPECT_THAT(top_k_tree_blocks(Findings({})), IsEmpty());
}

/// A top-10 study with these means of LambdaMART and ListMLE's trees.
StudyFinding top_k_study_of(double lambdamart, double list_mle) {
  StudyFinding finding = MadeUpStudy("niu2012-top10", {"kappa-ndcg@10", "kappa-err"})
                             .add("MQ2008", "RankSVM", 0.9)
                             .add("MQ2008", "LambdaMART", lambdamart)
                             .add("MQ2008", "trees, ListMLE", list_mle);
  finding.spec.metric = "kappa-ndcg@10";
  finding.spec.baseline = "RankSVM";
  return finding;
}

TEST(TreeTables, CompareTreesOnTopKTruthsWithLambdaMart) {
  const std::vector<ReportBlock> blocks = top_k_tree_blocks(Findings({top_k_study_of(0.5, 0.6)}));
  ASSERT_THAT(blocks, SizeIs(1));
  const TableBlock& block = std::get<TableBlock>(blocks.front());
  EXPECT_THAT(block.title, HasSubstr("MQ2008: difference of kappa-ndcg@10 from LambdaMART"));
  ASSERT_THAT(block.table.rows, SizeIs(1));
  EXPECT_EQ(shown(block.table.rows[0][0]), "trees, ListMLE");
  const Cell& difference = block.table.rows[0][1];
  EXPECT_NEAR(std::get<double>(difference.value), 0.1, 0.005);
  EXPECT_EQ(difference.mark, "*");
}

TEST(TreeTables, AreInTheReportAndInItsSummary) {
  const Findings findings({tree_study(0.51), top_k_study_of(0.5, 0.6)});
  for (const auto& [paper, title] : {std::pair("letor3", "Boosted trees beside"),
                                     std::pair("niu2012", "Boosted trees on top-10 truths")}) {
    const std::vector<const Paper*> papers = parse_papers(paper);
    const std::vector<CheckedPaper> checked = checked_papers(papers, findings);
    EXPECT_THAT(to_markdown(reproduction(checked, findings)), HasSubstr(title));
    EXPECT_THAT(to_markdown(reproduction_summary(checked, findings)), HasSubstr(title));
    const Findings none({});
    EXPECT_THAT(to_markdown(reproduction_summary(checked_papers(papers, none), none)),
                Not(HasSubstr(title)));
  }
}

}  // namespace
}  // namespace podium::research
