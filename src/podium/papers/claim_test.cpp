#include "podium/papers/claim.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/study/made_up_findings.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array<RowPair, 1> a_and_b = {{{"a", "b"}}};
constexpr std::array<std::string_view, 2> measures = {"map", "ndcg@1"};

TEST(PointTally, CountsPointsAndSignificantDifferences) {
  const Findings findings({MadeUpStudy("s", {"map", "ndcg@1"})
                               .add("far", "a", 0.5)
                               .add("far", "b", 0.3)
                               .add("near", "a", 0.5)
                               .add("near", "b", 0.5001)});
  const PointTally found = tally(findings, "s", a_and_b, measures);
  EXPECT_EQ(found.points, 4U);
  EXPECT_EQ(found.ahead, 2U);
  EXPECT_EQ(found.significantly_ahead, 2U);
  EXPECT_EQ(found.significantly_behind, 0U);
  EXPECT_THAT(found.behind, ElementsAre("near map", "near ndcg@1"));
  EXPECT_EQ(found.text(),
            "ahead at 2 of 4 points (far, near), significantly at 2; significantly behind at 0");
  const std::array<std::string_view, 1> only = {"near"};
  EXPECT_EQ(tally(findings, "s", a_and_b, measures, only).points, 2U);
  EXPECT_EQ(together(found, found).points, 8U);
  EXPECT_THAT(together(found, found).data, ElementsAre("far", "near"));
}

TEST(PointTally, SkipsRowsAndStudiesWithoutResults) {
  const Findings findings({MadeUpStudy("s", {"map"}).add("d", "a", 0.5)});
  EXPECT_EQ(tally(findings, "s", a_and_b, measures).points, 0U);
  EXPECT_EQ(tally(findings, "other", a_and_b, measures).points, 0U);
}

TEST(NeedsData, NamesSetsWithTheirFoldersAndStudiesThatWereNotRun) {
  const Findings findings({MadeUpStudy("s", {"map"}).missing("TD2003", "Gov/td")});
  const std::array<std::string_view, 2> studies = {"s", "t"};
  const ClaimFinding finding = needs_data(findings, studies);
  EXPECT_EQ(finding.verdict, ClaimVerdict::cannot_be_tested);
  EXPECT_EQ(finding.evidence, "needs TD2003, the study t, which was not run");
  EXPECT_EQ(finding.details, "expected in Gov/td");
}

TEST(Checked, AddsDetailsToTheEvidenceUnlessItIsBrief) {
  const PaperClaim claim{"Qin10", "It is so", [](const Findings&) {
                           return verdict(false, "at 1 of 2 points", "not at: map");
                         }};
  const Findings nothing({});
  EXPECT_EQ(checked(claim, nothing).evidence, "at 1 of 2 points; not at: map");
  EXPECT_EQ(checked_briefly(claim, nothing).evidence, "at 1 of 2 points");
  EXPECT_EQ(checked_briefly(claim, nothing).verdict, ClaimVerdict::does_not_hold);
}

TEST(BestRow, IsTheLargestMeanAndNoneWhenARowIsMissing) {
  const Findings findings({MadeUpStudy("s", {"map"}).add("d", "a", 0.2).add("d", "b", 0.3)});
  const std::array<std::string_view, 2> rows = {"a", "b"};
  const std::array<std::string_view, 2> unknown = {"a", "c"};
  EXPECT_EQ(best_row(findings, "s", "d", rows, "map"), "b");
  EXPECT_EQ(best_row(findings, "s", "d", unknown, "map"), "");
}

TEST(ShapeOf, FindsEndsLargestAndSpread) {
  const Findings findings({MadeUpStudy("s", {"map"})
                               .sweep("k", {"1", "10", "full"})
                               .add("d", "a", 0.2, "1")
                               .add("d", "a", 0.5, "10")
                               .add("d", "a", 0.3, "full")});
  const auto curve = findings.curve("s", "d", "a");
  ASSERT_EQ(curve.size(), 3U);
  const CurveShape shape = shape_of(curve, "map");
  EXPECT_EQ(shape.first, 0.2);
  EXPECT_EQ(shape.last, 0.3);
  EXPECT_EQ(shape.largest_at, "10");
  EXPECT_NEAR(shape.spread, 0.3 / (1.0 / 3.0), 1e-12);
}

}  // namespace
}  // namespace podium
