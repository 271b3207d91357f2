#include "podium/papers/reproduction.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/report/render.hpp"
#include "podium/study/run.hpp"
#include "podium/study/study_fixture.hpp"

namespace podium {
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

ClaimFinding both_are_there(const Findings& findings) {
  return verdict(findings.data_of("small-table1").size() == 1, "one data set of two");
}
ClaimFinding never(const Findings& findings) {
  return needs_data(findings, std::array<std::string_view, 1>{"small-table1"});
}
constexpr std::array<PaperClaim, 2> small_claims = {
    {{"Qin10, Table 1", "It can be run", both_are_there}, {"Qin10", "It is big", never}}};
constexpr Paper small_paper = {"small", "Qin10", "A Small Paper", "It says little.",
                               [] { return std::span<const PaperClaim>(small_claims); }};
constexpr std::array<const Paper*, 1> small_papers = {&small_paper};

Findings run_small(const std::string& ending) {
  const Study study(paper_study, "test", {.folder = "no-such-folder", .leaves_out_missing = true});
  LineLog log(fresh_path(ending), results_beginning);
  return Findings({finding_of(study.spec(), *study.run(log), study.missing())});
}

TEST(Reproduction, SaysWhatHoldsWhatIsMissingAndWhatCameOut) {
  const std::string text = to_markdown(reproduction(small_papers, run_small(".jsonl")));
  EXPECT_THAT(text, HasSubstr("[Qin10] A Small Paper: 1 of 2 claims holds here, 0 do not, 1 cannot "
                              "be tested here."));
  EXPECT_THAT(text, HasSubstr("one data set of two"));
  EXPECT_THAT(text, HasSubstr("needs lost set; expected in nowhere/lost"));
  EXPECT_THAT(text, HasSubstr("Two learners of a small paper"));
  EXPECT_THAT(text, HasSubstr("listmle"));
  EXPECT_THAT(text, HasSubstr("podium reproduce small"));
  EXPECT_THAT(text, Not(HasSubstr("no-such-folder")));
  EXPECT_THAT(text, Not(HasSubstr("A quick run")));
}

TEST(Reproduction, HasTheSameBytesForEveryRun) {
  const auto page = [](const std::string& ending) {
    return to_json(reproduction(small_papers, run_small(ending), {.is_quick = true}));
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
  const std::string text = to_markdown(reproduction(papers, all));
  EXPECT_THAT(text, HasSubstr("0.5580"));  // Top-10 ListMLE, OHSUMED, N@1
  EXPECT_THAT(text, HasSubstr("OHSUMED-LETOR2/Data"));
  EXPECT_THAT(text, Not(HasSubstr("ours |")));
  const Table table = published_table(papers, all);
  EXPECT_EQ(table.rows.size(), 162U);
  for (const ClaimsBlock::Claim& claim : claims_of(papers, all)) {
    EXPECT_EQ(claim.verdict, ClaimVerdict::cannot_be_tested) << claim.claim;
  }
}

}  // namespace
}  // namespace podium
