#include "podium/research/papers/reproduction.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/report/render.hpp"
#include "podium/learning/study/run.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string paper_study = R"(
name = "small-table1"
title = "Two learners of a small paper"
text = ["What it is about."]
measures = ["map", "ndcg@10"]

[[data]]
name = "made up"
synth = { queries = 30, documents = 8, features = 4, order = true }
fold-count = 3

[[data]]
name = "lost set"
folds = "nowhere/lost"

[[row]]
name = "listnet"
algorithm = "listnet"

[[row]]
name = "listmle"
algorithm = "listmle"
grid = { l2 = [0.01, 1] }
)";

constexpr std::array<std::string_view, 2> small_measures = {"map", "ndcg@10"};
constexpr std::array<MeasureSet, 1> small_study = {{{"small-table1", small_measures}}};
constexpr std::array<std::string_view, 1> made_up = {"made up"};
constexpr std::array<std::string_view, 1> lost = {"lost set"};
constexpr std::array<SystemPair, 1> list_pair = {{{{"listnet"}, {"listmle"}}}};
constexpr std::array<ClaimRule, 1> on_made_up = {
    PointsRule{{made_up, small_study, {}}, list_pair, 2}};
constexpr std::array<ClaimRule, 1> on_lost = {PointsRule{{lost, small_study, {}}, list_pair, 2}};
constexpr std::array<PaperClaim, 2> small_claims = {
    {{"Qin10, Table 1", "It is better", on_made_up}, {"Qin10", "It is big", on_lost}}};
constexpr Paper small_paper = {"small", "Qin10", "A Small Paper", "It says little.",
                               [] { return std::span<const PaperClaim>(small_claims); }};
constexpr std::array<const Paper*, 1> small_papers = {&small_paper};

Findings run_small(const std::string& ending) {
  const Study study(paper_study, "test", {.folder = "no-such-folder", .leaves_out_missing = true});
  LineLog log(fresh_path(ending), results_beginning);
  return Findings({finding_of(study.spec(), *study.run(log), study.missing())});
}

std::string page_of(std::span<const Paper* const> papers, const Findings& findings) {
  return to_markdown(reproduction(checked_papers(papers, findings), findings));
}

TEST(Reproduction, SaysWhatHoldsWhatIsMissingAndWhatCameOut) {
  const std::string text = page_of(small_papers, run_small(".jsonl"));
  EXPECT_THAT(text, HasSubstr("[Qin10] A Small Paper: of 2 claims, "));
  EXPECT_THAT(text, HasSubstr(" 1 needs data that are not at hand."));
  EXPECT_THAT(text, HasSubstr("of 2 points (made up)"));
  EXPECT_THAT(text, HasSubstr("Points of: It is better"));
  EXPECT_THAT(text, HasSubstr("Rules of verdicts"));
  EXPECT_THAT(text, HasSubstr("needs lost set; expected in nowhere/lost"));
  EXPECT_THAT(text, HasSubstr("Two learners of a small paper"));
  EXPECT_THAT(text, HasSubstr("listmle"));
  EXPECT_THAT(text, HasSubstr("podium-papers reproduce small"));
  EXPECT_THAT(text, Not(HasSubstr("no-such-folder")));
  EXPECT_THAT(text, Not(HasSubstr("A quick run")));
}

TEST(Reproduction, HasTheSameBytesForEveryRun) {
  const auto page = [](const std::string& ending) {
    const Findings findings = run_small(ending);
    return to_json(
        reproduction(checked_papers(small_papers, findings), findings, {.is_quick = true}));
  };
  EXPECT_EQ(page(".1.jsonl"), page(".2.jsonl"));
}

TEST(Reproduction, ShowsPublishedValuesWhenNothingWasAtHand) {
  const std::vector<const Paper*> papers = parse_papers("xia2009");
  std::vector<StudyFinding> findings;
  for (const PaperStudy& text : studies_of(*papers.front())) {
    const Study study(text.text, text.name,
                      {.folder = "no-such-folder", .leaves_out_missing = true});
    LineLog log(fresh_path(text.name), results_beginning);
    findings.push_back(finding_of(study.spec(), *study.run(log), study.missing()));
  }
  const Findings all(std::move(findings));
  const std::string text = page_of(papers, all);
  EXPECT_THAT(text, HasSubstr("0.5580"));  // Top-10 ListMLE, OHSUMED, N@1
  EXPECT_THAT(text, HasSubstr("OHSUMED-LETOR2/Data"));
  EXPECT_THAT(text, Not(HasSubstr("ours |")));
  const Table table = published_table(papers, all);
  EXPECT_EQ(table.rows.size(), 162U);
  const std::vector<CheckedPaper> checked = checked_papers(papers, all);
  for (const CheckedClaim& claim : checked.front().claims) {
    if (std::holds_alternative<TheoryRule>(claim.claim->parts.front())) continue;
    EXPECT_EQ(claim.finding.verdict, ClaimVerdict::needs_data) << claim.claim->text;
  }
}

}  // namespace
}  // namespace podium::research
