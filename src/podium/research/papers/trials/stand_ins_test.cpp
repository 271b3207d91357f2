#include "podium/research/papers/trials/stand_ins.hpp"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/study/study_fixture.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"
#include "podium/research/papers/reproduction_summary.hpp"
#include "podium/research/stand_ins/stand_in.hpp"

namespace podium::research {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::array<std::string_view, 2> two_measures = {"p@1", "ndcg@1"};
constexpr std::array<MeasureSet, 1> of_table4 = {{{"xia2009-table4", two_measures}}};
constexpr std::array<std::string_view, 2> both = {"OHSUMED", "TD2003"};
constexpr std::array<std::string_view, 1> at_hand_only = {"OHSUMED"};
constexpr std::array<SystemPair, 1> a_over_b = {{{{"A"}, {"B"}}}};
constexpr std::array<ClaimRule, 1> on_both = {PointsRule{{both, of_table4, {}}, a_over_b, 4}};
constexpr std::array<ClaimRule, 1> on_one = {
    PointsRule{{at_hand_only, of_table4, {}}, a_over_b, 2}};
constexpr std::array<PaperClaim, 2> two_claims = {
    {{"Xia09, Table 4", "A is better", on_both}, {"Xia09", "A is better on one", on_one}}};
constexpr Paper two_claim_paper = {"two", "Xia09", "Two Claims", "It says little.",
                                   [] { return std::span<const PaperClaim>(two_claims); }};
constexpr std::array<const Paper*, 1> two_claim_papers = {&two_claim_paper};

MadeUpStudy study_of(std::initializer_list<std::pair<std::string, double>> gains) {
  MadeUpStudy study("xia2009-table4", {"p@1", "ndcg@1"});
  for (const auto& [data, gain] : gains) study.add(data, "A", 0.5 + gain).add(data, "B", 0.5);
  return study;
}

TEST(StandInStudies, HaveWhatTheClaimsAboutMissingDataSetsNeed) {
  const Findings nothing({});
  std::size_t tried = 0;
  for (const Paper& paper : papers()) {
    std::vector<StudySpec> specs;
    for (const PaperStudy& study : stand_in_studies_of(paper)) {
      specs.push_back(parse_study(study.text, study.name));
      EXPECT_EQ("stand-in-" + specs.back().name + ".toml", study.name);
      for (const StudyData& data : specs.back().data) {
        EXPECT_NE(find_stand_in(data.folds), nullptr) << data.folds;
        EXPECT_EQ(data.fill, "min");
      }
    }
    const auto has = [&](std::string_view study, std::string_view row, std::string_view measure) {
      return std::ranges::any_of(specs, [&](const StudySpec& spec) {
        return spec.name == study && std::ranges::count(spec.rows, row, &StudyRow::name) == 1 &&
               ("," + spec.measures + ",").find("," + std::string(measure) + ",") !=
                   std::string::npos;
      });
    };
    for (const PaperClaim& claim : paper.claims()) {
      if (stood_in(claim, nothing).empty()) continue;
      ++tried;
      for (const ClaimRule& rule : claim.parts) {
        const auto* points = std::get_if<PointsRule>(&rule);
        if (points == nullptr) continue;
        for (const MeasureSet& set : points->scope.measures) {
          for (const SystemPair& pair : points->pairs) {
            for (const std::string_view measure : set.measures) {
              EXPECT_TRUE(has(set.study, pair.a.row, measure)) << claim.text << pair.a.row;
              EXPECT_TRUE(has(set.study, pair.b.row, measure)) << claim.text << pair.b.row;
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(tried, 29U);
}

TEST(StandInStudies, AreNotAmongThoseOfThePaper) {
  for (const Paper& paper : papers()) {
    for (const PaperStudy& study : studies_of(paper)) {
      EXPECT_THAT(study.name, Not(HasSubstr("stand-in")));
    }
  }
}

TEST(StandInTally, CountsOutcomesApartFromTheVerdict) {
  const Findings findings({study_of({{"OHSUMED", 0.1}})});
  std::vector<CheckedPaper> checked = checked_papers(two_claim_papers, findings);
  ASSERT_EQ(checked.front().claims.front().finding.verdict, ClaimVerdict::needs_data);
  StandInTally tally(checked, findings);
  // All data sets of a claim are judged together: -0.1 undoes the gain on OHSUMED.
  for (const double gain : {0.1, 0.2, -0.1, -0.3}) {
    tally.add(with_data_at_hand({study_of({{"TD2003", gain}})}, findings));
  }
  tally.note(checked);
  const CheckedClaim& claim = checked.front().claims.front();
  EXPECT_EQ(claim.finding.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(claim.stand_ins,
              HasSubstr("on stand-ins for TD2003: holds in 2 of 4 generated collections, refuted "
                        "in "));
  EXPECT_THAT(checked.front().claims.back().stand_ins, IsEmpty());  // has all its data
  const std::string page = to_text(reproduction(checked, findings), TableFormat::markdown);
  EXPECT_THAT(page, HasSubstr("On stand-ins, apart from the verdicts"));
  EXPECT_THAT(page, HasSubstr("They decide nothing"));
  EXPECT_THAT(to_text(reproduction_summary(checked, findings, {}), TableFormat::markdown),
              HasSubstr("holds in 2 of 4 generated collections"));
}

TEST(StandInTally, SaysNothingWithoutCollections) {
  const Findings findings({study_of({{"OHSUMED", 0.1}})});
  std::vector<CheckedPaper> checked = checked_papers(two_claim_papers, findings);
  StandInTally(checked, findings).note(checked);
  EXPECT_THAT(checked.front().claims.front().stand_ins, IsEmpty());
  EXPECT_THAT(to_text(reproduction(checked, findings), TableFormat::markdown),
              Not(HasSubstr("On stand-ins")));
}

TEST(StandInTally, SaysWhenOtherDataAreMissingToo) {
  const Findings nothing({study_of({})});
  std::vector<CheckedPaper> checked = checked_papers(two_claim_papers, nothing);
  StandInTally tally(checked, nothing);
  tally.add(with_data_at_hand({study_of({{"TD2003", 0.1}})}, nothing));
  tally.note(checked);
  EXPECT_THAT(checked.front().claims.front().stand_ins, HasSubstr("needs more data in 1"));
}

TEST(StandInTally, SetsTheLearnersBesideThePublishedRange) {
  const Paper& letor3 = *parse_papers("letor3").front();
  const Findings nothing({});
  std::vector<CheckedPaper> checked = {{.paper = &letor3}};
  StandInTally tally(checked, nothing);
  for (const double extra : {0.0, 0.1}) {
    tally.add(Findings({MadeUpStudy("letor3-letor3", {"map"})
                            .add("TD2003", "ListNet", 0.2 + extra)
                            .add("TD2003", "FRank", 0.3 + extra)}));
  }
  tally.note(checked);
  const auto cells_of = [](const Table& table) {
    std::vector<std::string> cells;
    for (const Cell& cell : table.rows.front()) cells.push_back(shown(cell));
    return cells;
  };
  const Table& levels = checked.front().stand_in_levels;
  ASSERT_EQ(levels.rows.size(), 1U);
  // MadeUpStudy varies values over queries with a deviation of .0059, an error of .0013.
  EXPECT_THAT(cells_of(levels),
              ElementsAre("TD2003", "2", "0.2031", "0.2753", "0.2500", "0.3500", "0.0013", "0.0511",
                          "0.0707", "no: FRank outside of the range"));
  const Table& portraits = checked.front().stand_in_portraits;
  ASSERT_EQ(portraits.rows.size(), 1U);
  EXPECT_EQ(portraits.columns.size(), 11U);
  EXPECT_THAT(cells_of(portraits).front(), "TD2003");
  EXPECT_EQ(cells_of(portraits)[1], "50");
}

/// What a learner finds on a stand-in, and what a feature without information does.
constexpr std::string_view learning_study = R"(
name = "s"
title = "t"
text = ["x"]
metric = "map"
measures = ["map"]
[[data]]
name = "HP2004"
folds = "HP2004"
fill = "min"
[[data]]
name = "nowhere"
folds = "nowhere"
fill = "min"
[[row]]
name = "ListNet"
algorithm = "listnet"
set = { l2 = 1 }
[[row]]
name = "idf"
feature = "6"
)";

TEST(StandInSources, HaveATruthThatALearnerFinds) {
  const Findings nothing({});
  const Study study(std::string(learning_study), "test", {.open = stand_ins_for(nothing, "s", 1)});
  ASSERT_EQ(study.missing().size(), 1U);
  EXPECT_EQ(study.missing().front().name, "nowhere");
  LineLog log(fresh_path("stand-in.jsonl"), results_beginning);
  const Findings found({finding_of(study.spec(), *study.run(log), study.missing())});
  const double learned = found.system("s", "HP2004", "ListNet")->mean_of("map");
  EXPECT_GT(learned, 0.45);
  EXPECT_LT(learned, find_stand_in("HP2004")->best_map + 0.05);
  EXPECT_LT(found.system("s", "HP2004", "idf")->mean_of("map"), 0.2);
}

TEST(StandInSources, AreOnlyForDataSetsThatAreNotAtHand) {
  const Findings findings({MadeUpStudy("s", {"map"}).add("HP2004", "ListNet", 0.5)});
  const Study study(std::string(learning_study), "test", {.open = stand_ins_for(findings, "s", 1)});
  EXPECT_EQ(study.missing().size(), 2U);
  EXPECT_TRUE(study.cells().empty());
}

TEST(StandInSources, DifferFromCollectionToCollection) {
  const Findings nothing({});
  const StudyData data{.name = "TD2003", .folds = "TD2003"};
  const auto print = [&](std::uint64_t collection) {
    return stand_ins_for(nothing, "s", collection)(data)->fingerprint;
  };
  EXPECT_EQ(print(1), print(1));
  EXPECT_NE(print(1), print(2));
}

TEST(MarkedStandIns, DecideNothingInThePlaceOfRealData) {
  const std::filesystem::path folder = fresh_path("marked");
  std::filesystem::create_directories(folder / "td");
  write_file(folder / "td" / stand_in_mark, "generated\n");
  StudyFinding finding = study_of({{"OHSUMED", 0.1}, {"TD2003", 0.1}});
  finding.spec.data[0].folds = "ohsumed";
  finding.spec.data[1].folds = "td";
  const auto verdict = [](const StudyFinding& one) {
    return checked(two_claims.front(), Findings({one})).finding.verdict;
  };
  EXPECT_EQ(verdict(finding), ClaimVerdict::holds);
  name_stand_ins(finding, folder);
  EXPECT_EQ(finding.spec.data[0].name, "OHSUMED");
  EXPECT_EQ(finding.spec.data[1].name, "TD2003 (stand-in)");
  EXPECT_EQ(verdict(finding), ClaimVerdict::needs_data);
  EXPECT_THAT(checked(two_claims.front(), Findings({finding})).finding.details,
              HasSubstr("on other data (TD2003 (stand-in)), which decide nothing"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace podium::research
