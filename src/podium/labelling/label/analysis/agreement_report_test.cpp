#include "podium/labelling/label/analysis/agreement_report.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/report/render.hpp"
#include "podium/labelling/label/analysis/judgements_fixture.hpp"
#include "podium/labelling/label/simulation/labelling_study.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const ReportSection& section) {
  return to_text({.sections = {section}}, TableFormat::table);
}

Judgements study_of_people() {
  Judgements study = simulate_study({.queries = 10, .documents = 15, .k = 4}, 1);
  for (Assessor& assessor : study.assessor) assessor.is_program = false;
  return study;
}

TEST(AgreementReport, ShowsBothToolsAndTheCaveat) {
  const std::string text = text_of(agreement_report(study_of_people(), {}, {.draws = 100}));
  for (const char* part :
       {"Work", "Agreement on pairs of documents", "Pairs of documents, top-k lists",
        "Pairs of documents, grades", "quadratic weights", "chi-square overstates significance",
        "simulated 3", "Scores from all votes", "more than 120 seconds"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, Not(HasSubstr("Only programs")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(AgreementReport, SaysHowLittleIntervalsOfFewQueriesMean) {
  const auto report_of = [](std::size_t queries) {
    return text_of(agreement_report(
        simulate_study({.queries = queries, .documents = 10, .k = 3}, 1), {}, {.draws = 100}));
  };
  const char* note = "Intervals from fewer than 10 queries are too narrow.";
  EXPECT_THAT(report_of(4), HasSubstr(note));
  EXPECT_THAT(report_of(10), Not(HasSubstr(note)));

  Judgements judgements = empty_judgements(2, 1, 3);
  const TopKResult list{.top = {{0}, {1}}, .rest = {2}};
  judgements.top_k = {{0, 0, list}, {1, 0, list}};
  EXPECT_THAT(text_of(agreement_report(judgements)), Not(HasSubstr("[1.000, 1.000]")));
}

TEST(AgreementReport, SaysWhenOnlyProgramsJudged) {
  const Judgements study = simulate_study({.queries = 4, .documents = 10, .k = 3}, 1);
  EXPECT_THAT(text_of(agreement_report(study, {}, {.draws = 100})), HasSubstr("Only programs"));
}

TEST(AgreementReport, LeavesOutWhatNobodyJudgedTwice) {
  Judgements judgements = empty_judgements(1, 1, 3);
  judgements.preference = {vote_of(0, 0, 0, 1, Verdict::left)};
  const std::string text = text_of(agreement_report(judgements));
  EXPECT_THAT(text, HasSubstr("Assessors"));
  EXPECT_THAT(text, Not(HasSubstr("Pairs of documents")));
  EXPECT_THAT(text, Not(HasSubstr("kappa")));
}

TEST(AgreementReport, SaysThatAgreementCannotBeMeasured) {
  const char* note = "No query was judged by two assessors with the same tool";
  Judgements judgements = empty_judgements(2, 1, 3);
  const TopKResult list{.top = {{0}, {1}}, .rest = {2}};
  judgements.top_k = {{0, 0, list}};
  EXPECT_THAT(text_of(agreement_report(judgements)), HasSubstr(note));
  judgements.top_k.push_back({1, 0, list});
  EXPECT_THAT(text_of(agreement_report(judgements)), Not(HasSubstr(note)));
}

TEST(AgreementReport, LeavesOutAssessorsWithoutAnswers) {
  Judgements judgements = empty_judgements(3, 1, 3);
  judgements.assessor[2].name = "mistyped";
  judgements.preference = {vote_of(0, 0, 0, 1, Verdict::left)};
  judgements.grade = {{.assessor = 1, .query = 0, .grading = {.document = 0, .grade = 2}}};
  const std::string text = text_of(agreement_report(judgements));
  EXPECT_THAT(text, Not(HasSubstr("mistyped")));
  EXPECT_THAT(text, HasSubstr(" 1 assessor without answers left out."));
  const ReportSection report = agreement_report(judgements);
  const auto is_of_assessors = [](const ReportBlock& block) {
    return std::get<TableBlock>(block).title == "Assessors";
  };
  const auto assessors = std::ranges::find_if(report.blocks, is_of_assessors);
  ASSERT_NE(assessors, report.blocks.end());
  const Table& table = std::get<TableBlock>(*assessors).table;
  ASSERT_EQ(table.rows.size(), 2U);
  const std::string shown = render(table, TableFormat::table);
  EXPECT_EQ(shown.find("1.000", shown.find("\nb ")), std::string::npos)
      << "who never preferred a side has no p: " << shown;
}

TEST(AgreementReport, OfNothingIsStillAReport) {
  const std::string text = text_of(agreement_report(Judgements{}));
  EXPECT_THAT(text, HasSubstr("Work"));
  EXPECT_THAT(text, Not(HasSubstr("Only programs")));
}

TEST(AgreementReport, KeepsVotesOfProgramsOutOfAgreement) {
  Judgements judgements = study_of_people();
  const std::string people =
      text_of({.blocks = {agreement_report(judgements, {}, {.draws = 100}).blocks[1]}});
  judgements.assessor.push_back({"script", true});
  TopKResult other = judgements.top_k[0].result;
  std::swap(other.top.front(), other.top.back());
  judgements.top_k.push_back({5, 0, other});
  EXPECT_EQ(text_of({.blocks = {agreement_report(judgements, {}, {.draws = 100}).blocks[1]}}),
            people);
}

TEST(AgreementReport, HoldsScoresAgainstListsOfPeopleOnly) {
  Judgements judgements = empty_judgements(2, 1, 2);
  judgements.k = 1;
  judgements.assessor[1].is_program = true;
  judgements.preference = {vote_of(0, 0, 0, 1, Verdict::left)};
  judgements.top_k = {{0, 0, {.top = {{0}}, .rest = {1}}}};
  const std::string people = text_of({.blocks = {agreement_report(judgements).blocks.back()}});
  EXPECT_THAT(people, HasSubstr("1.000"));
  judgements.top_k.push_back({1, 0, {.top = {{1}}, .rest = {0}}});
  EXPECT_EQ(text_of({.blocks = {agreement_report(judgements).blocks.back()}}), people);
}

}  // namespace
}  // namespace podium::labelling
