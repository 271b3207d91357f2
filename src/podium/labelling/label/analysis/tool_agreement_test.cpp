#include "podium/labelling/label/analysis/tool_agreement.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/labelling/label/analysis/judgements_fixture.hpp"
#include "podium/labelling/label/analysis/kappa.hpp"

namespace podium::labelling {
namespace {

/// Two assessors, three queries of four documents, both tools; one query is graded once only.
Judgements both_tools() {
  Judgements judgements = empty_judgements(2, 3, 4);
  const TopKResult up{.top = {{0}, {1}}, .rest = {2, 3}};
  const TopKResult swapped{.top = {{1}, {0}}, .rest = {2, 3}};
  judgements.top_k = {{0, 0, up}, {1, 0, up}, {0, 1, up}, {1, 1, up}, {0, 2, swapped}, {1, 2, up}};
  judgements.grades = {{0, 0, {2, 1, 0, 0}},
                       {1, 0, {0, 1, 2, 0}},
                       {0, 1, {2, 2, 0, 0}},
                       {1, 1, {2, 1, 0, 0}},
                       {0, 2, {2, 2, 0, 0}}};
  return judgements;
}

TEST(ToolAgreement, AddsUpTheQueries) {
  const ToolAgreement found = top_k_agreement(both_tools(), Whom::people);
  EXPECT_EQ(found.queries, 3U);
  EXPECT_EQ(found.table.total(), 18.0);
  EXPECT_DOUBLE_EQ(found.overall.value, 17.0 / 18.0);
  EXPECT_DOUBLE_EQ(found.preference_only.value, 14.0 / 15.0);
  EXPECT_DOUBLE_EQ(found.cohen.value, cohen_kappa(found.table));
  EXPECT_TRUE(found.overall.interval.holds(found.overall.value));
  // The worst draw takes the query with the swap three times.
  EXPECT_GE(found.overall.interval.low, 5.0 / 6.0);
  EXPECT_EQ(found.overall.interval.high, 1.0);
}

TEST(ToolAgreement, IsUndefinedWhenNothingWasJudgedTwice) {
  const ToolAgreement found = top_k_agreement(empty_judgements(2, 1, 3), Whom::people);
  EXPECT_EQ(found.queries, 0U);
  EXPECT_TRUE(std::isnan(found.overall.value));
  EXPECT_TRUE(std::isnan(found.alpha.interval.low));
}

TEST(GradeAgreement, ComparesDocumentByDocument) {
  const GradeAgreement found = grade_agreement(both_tools(), Whom::people);
  EXPECT_EQ(found.table.total(), 8.0);
  EXPECT_DOUBLE_EQ(found.same.value, 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(found.quadratic.value, cohen_kappa(found.table, Disagreement::quadratic));
}

TEST(AgreementDifference, HoldsTheToolsAgainstEachOther) {
  const Judgements judgements = both_tools();
  const ToolAgreement lists = top_k_agreement(judgements, Whom::people);
  const ToolAgreement grades = graded_agreement(judgements, Whom::people);
  const AgreementDifference found = difference(lists, grades);
  EXPECT_DOUBLE_EQ(found.overall_difference.value, lists.overall.value - grades.overall.value);
  const double agreed = grades.table.trace();
  EXPECT_DOUBLE_EQ(found.overall.statistic, chi_square({17, 1, agreed, 12 - agreed}).statistic);
  EXPECT_LT(found.overall_corrected.statistic, found.overall.statistic);
  EXPECT_TRUE(found.overall_difference.interval.holds(found.overall_difference.value));
}

TEST(AgreementDifference, DrawsTheQueriesOfBothToolsTogether) {
  Judgements judgements = empty_judgements(2, 4, 2);
  const TopKResult up{.top = {{0}}, .rest = {1}};
  const TopKResult down{.top = {{1}}, .rest = {0}};
  for (std::uint32_t query = 0; query < 4; ++query) {
    const bool is_hard = query < 2;
    judgements.top_k.push_back({0, query, up});
    judgements.top_k.push_back({1, query, is_hard ? down : up});
    judgements.grades.push_back({0, query, {1, 0}});
    judgements.grades.push_back({1, query, {is_hard ? 0U : 1U, is_hard ? 1U : 0U}});
  }
  const AgreementDifference found = difference(top_k_agreement(judgements, Whom::people),
                                               graded_agreement(judgements, Whom::people));
  EXPECT_EQ(found.overall_difference.interval, (Interval{0.0, 0.0}))
      << "both tools agree on the same queries, whichever are drawn";
}

}  // namespace
}  // namespace podium::labelling
