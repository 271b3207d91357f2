#include "podium/research/papers/decide.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/research/papers/claim_values.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array<std::string_view, 2> two_measures = {"map", "err"};
constexpr std::array<MeasureSet, 1> study_s = {{{"s", two_measures}}};
constexpr std::array<std::string_view, 1> data_d = {"d"};
constexpr std::array<SystemPair, 1> a_over_b = {{{{"a"}, {"b"}}}};
constexpr PointsRule both_points{{data_d, study_s, {}}, a_over_b, 2};

StudyFinding shuffled(StudyFinding finding) {
  for (StudySystem& system : finding.systems) {
    std::ranges::reverse(system.query);
    for (auto& values : system.value) std::ranges::reverse(values);
    break;  // one of the two only
  }
  return finding;
}

TEST(DecidePoints, DoesNotDependOnTheOrderOfQueries) {
  const StudyFinding study = MadeUpStudy("s", {"map", "err"}).add("d", "a", .501).add("d", "b", .5);
  const ClaimFinding plain = decide(both_points, Findings({study}), 1);
  const ClaimFinding other = decide(both_points, Findings({shuffled(study)}), 1);
  EXPECT_EQ(plain.evidence, other.evidence);
  EXPECT_EQ(plain.power, other.power);
}

TEST(DecidePoints, TakesSeedsIntoAccount) {
  StudyFinding study = MadeUpStudy("s", {"map", "err"}).add("d", "a", .51).add("d", "b", .5);
  EXPECT_EQ(decide(both_points, Findings({study}), 1).verdict, ClaimVerdict::holds);
  study.systems[0].seed_mean = {{.56, .46}, {.56, .46}};  // differs more by seed than from b
  study.systems[1].seed_mean = {{.5}, {.5}};
  EXPECT_EQ(decide(both_points, Findings({study}), 1).verdict, ClaimVerdict::not_shown);
}

TEST(DecidePoints, ShowsEveryPoint) {
  StudyFinding study = MadeUpStudy("s", {"map", "err"}).add("d", "a", .51).add("d", "b", .5);
  for (StudySystem& system : study.systems) {
    for (std::size_t q = 0; q < 20; ++q) system.fold.push_back(q / 10);
  }
  const Table table = decide(both_points, Findings({study}), 1).points;
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(shown(table.rows[1][3]), "err");
  EXPECT_EQ(shown(table.rows[0][4]), "0.0120");  // MadeUpStudy's values of b have the mean .498
  EXPECT_EQ(shown(table.rows[0].back()), "++");
}

TEST(ClaimValues, SkipQueriesWithoutAValueAndRefuseMissingRows) {
  StudyFinding study = MadeUpStudy("s", {"map", "err"}).add("d", "a", .5).add("d", "b", .5);
  study.systems[1].value[0][3] = std::nan("");
  const std::array<SystemName, 2> systems = {{{"a"}, {"b"}}};
  const auto values = claim_values(Findings({study}), "d", study_s, systems);
  ASSERT_TRUE(values);
  EXPECT_EQ(values->value[0][0].size(), 19U);
  EXPECT_EQ(values->value[1][1].size(), 19U);
  const std::array<SystemName, 1> unknown = {{{"c"}}};
  EXPECT_FALSE(claim_values(Findings({study}), "d", study_s, unknown));
  EXPECT_FALSE(claim_values(Findings({study}), "e", study_s, systems));
}

TEST(ClaimData, TellsMissingSetsFromIncompleteOnes) {
  const Findings findings(
      {MadeUpStudy("s", {"map", "err"}).add("d", "a", .5).missing("e", "folder/e")});
  constexpr std::array<std::string_view, 2> wanted = {"d", "e"};
  const PointsRule rule{{wanted, study_s, {}}, a_over_b, 4};
  const ClaimFinding finding = decide(rule, findings, 1);
  EXPECT_EQ(finding.evidence, "needs d with all rows and values of the sweep, e");
  EXPECT_EQ(finding.details, "expected in folder/e");
}

TEST(ClaimValues, CountEqualValuesAsTies) {
  StudyFinding study = MadeUpStudy("s", {"map", "err"}).add("d", "a", .5).add("d", "b", .5);
  study.systems[1].value = study.systems[0].value;
  study.systems[1].value[0][0] += 1e-15;
  const ClaimFinding finding = decide(both_points, Findings({study}), 1);
  EXPECT_EQ(finding.verdict, ClaimVerdict::not_shown);
  EXPECT_THAT(finding.evidence, HasSubstr("ahead at 0 of 2 points"));
}

}  // namespace
}  // namespace podium::research
