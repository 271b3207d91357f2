#include "podium/research/papers/reproduction_summary.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/report/render.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::Not;

/// All data of [Xia09], Table 1, but TD2003 and TD2004; a row that was not published; numbers of
/// two tables of [Niu12].
Findings some_findings() {
  MadeUpStudy study("xia2009-table1", {"ndcg@1", "ndcg@3", "ndcg@10", "p@1", "p@3", "p@10"});
  for (const char* row : {"ListMLE", "Top-1 ListMLE", "Top-3 ListMLE", "Top-10 ListMLE", "other"}) {
    study.add("OHSUMED", row, 0.5);
  }
  study.missing("TD2003", "TD2003-LETOR2/Data");
  return Findings({study},
                  {{"niu2012", "1", "top-k", "judgements per query", 142.76, 141.8, 139.0, 144.6},
                   {"niu2012", "2", "top-k", "overall agreement", .745, .9, .88, .92}});
}

std::string summary_of(std::string_view papers, const Findings& findings,
                       const ReproductionScope& scope = {}) {
  return to_markdown(
      reproduction_summary(checked_papers(parse_papers(papers), findings), findings, scope));
}

TEST(ReproductionSummary, HasOneTableForAPaperWithPublishedValuesAndOurs) {
  const std::string text = summary_of("xia2009", some_findings());
  EXPECT_THAT(text, HasSubstr("[Xia09]: OHSUMED (tables: 1)"));
  EXPECT_THAT(text,
              HasSubstr("| Top-10 ListMLE |           0.5580 |      0.5000 | -0.0580           |"));
  EXPECT_THAT(text, Not(HasSubstr("| other")));
  EXPECT_THAT(text, Not(HasSubstr("tables: 2")));
}

TEST(ReproductionSummary, ShowsTheFirstTableOfMeasuredNumbers) {
  const std::string text = summary_of("niu2012", some_findings());
  EXPECT_THAT(
      text,
      HasSubstr(
          "[Niu12]: published values of people, our values of simulated assessors (table 1)"));
  EXPECT_THAT(text, HasSubstr("A point is a pair of systems A and B, a measure and a data set"));
  EXPECT_THAT(text, HasSubstr("judgements per query"));
  EXPECT_THAT(text, Not(HasSubstr("| overall agreement")));
}

TEST(ReproductionSummary, GivesEvidenceWithoutDetails) {
  const std::string text = summary_of("xia2009", some_findings());
  EXPECT_THAT(text, HasSubstr("| needs TD2003, TD2004 "));
  EXPECT_THAT(text, Not(HasSubstr("TD2003-LETOR2/Data")));
  EXPECT_THAT(text,
              HasSubstr("[Xia09] Statistical Consistency of Top-k Ranking: of 9 claims, 3 hold, 1 "
                        "refuted, 0 not shown either way, 5 need data that are not at hand."));
}

TEST(ReproductionSummary, NamesTheCommandAndWarnsOfAQuickRun) {
  const std::string text = summary_of("all", some_findings());
  EXPECT_THAT(text, HasSubstr("podium-papers reproduce all --summary --out REPORT.html"));
  EXPECT_THAT(text, Not(HasSubstr(quick_warning)));
  EXPECT_LE(std::ranges::count(text, '\n'), 130);
  const std::string quick = summary_of("lan2013", Findings({}), {.is_quick = true});
  EXPECT_THAT(quick, HasSubstr("podium-papers reproduce lan2013 --quick --summary"));
  EXPECT_THAT(quick, HasSubstr(quick_warning));
  EXPECT_THAT(quick, Not(HasSubstr("Published values and ours")));
}

}  // namespace
}  // namespace podium::research
