#include "podium/labelling/label/analysis/agreement.hpp"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(LevelsOf, PutsBadAndRestOutsideTheTop) {
  const TopKResult result{.top = {{3}, {0, 4}}, .rest = {1}, .bad = {2}};
  EXPECT_THAT(levels_of(result, 5), ElementsAre(1U, 0U, 0U, 2U, 1U));
}

TEST(PairTable, CountsRelationsOfThreeDocumentsByHand) {
  // first: 0 > 1 > 2; second: 1 > 0 ~ 2.
  const CountMatrix table = pair_table({2, 1, 0}, {0, 1, 0});
  EXPECT_EQ(table.at(0, 2), 1.0);  // (0, 1): A > B against A < B
  EXPECT_EQ(table.at(0, 1), 1.0);  // (0, 2): A > B against a tie
  EXPECT_EQ(table.at(0, 0), 1.0);  // (1, 2)
  EXPECT_EQ(table.total(), 3.0);
  EXPECT_DOUBLE_EQ(overall_agreement(table), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(preference_agreement(table), 0.5);
}

TEST(PairTable, LeavesOutWhatOneCouldNotJudge) {
  EXPECT_EQ(pair_table({2, std::nullopt, 0}, {0, 1, 0}).total(), 1.0);
}

TEST(PairTable, TurnsAroundWhenTheAssessorsDo) {
  const AssessedLevels first = {3, 1, 0, 0, 2};
  const AssessedLevels second = {0, 1, 0, 3, 2};
  const CountMatrix table = pair_table(first, second);
  const CountMatrix turned = pair_table(second, first);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(table.at(i, j), turned.at(j, i));
  }
}

TEST(PairTable, HasTheShareOfTiesOfTwoTopTenListsOfFiftyDocuments) {
  // C(40, 2) / C(50, 2): what the published margins show [Niu12].
  AssessedLevels levels(50, 0);
  for (std::uint32_t d = 0; d < 10; ++d) levels[4 * d] = d + 1;
  const CountMatrix table = pair_table(levels, levels);
  EXPECT_DOUBLE_EQ(table.row_sum(1) / table.total(), 780.0 / 1225.0);
  EXPECT_EQ(overall_agreement(table), 1.0);
}

TEST(CountMatrix, GivesRowsAsShares) {
  CountMatrix matrix(2);
  matrix.at(0, 0) = 3.0;
  matrix.at(0, 1) = 1.0;
  EXPECT_EQ(matrix.row_shares().at(0, 0), 0.75);
  EXPECT_TRUE(std::isnan(matrix.row_shares().at(1, 0)));
}

/// Three people and a program on two queries of four documents; the second query has one list only.
Judgements four_lists() {
  Judgements judgements = empty_judgements(4, 2, 4);
  judgements.assessor[3].is_program = true;
  const TopKResult up{.top = {{0}, {1}}, .rest = {2, 3}};
  const TopKResult down{.top = {{3}, {2}}, .rest = {0, 1}};
  judgements.top_k = {{2, 0, up}, {0, 0, up}, {1, 0, down}, {3, 0, up}, {0, 1, up}};
  judgements.grades = {{1, 1, {0, 2, std::nullopt, 1}}, {0, 1, {0, 1, 1, 1}}};
  return judgements;
}

TEST(SharedQueries, KeepProgramsApartFromPeople) {
  const Judgements judgements = four_lists();
  const auto people = top_k_assessments(judgements, Whom::people);
  const auto shared = shared_queries(people);
  ASSERT_THAT(shared, SizeIs(1));
  EXPECT_EQ(shared[0].query, 0U);
  ASSERT_THAT(shared[0].by, SizeIs(3));
  EXPECT_EQ(shared[0].by[1]->assessor, 1U);
  EXPECT_THAT(shared_queries(top_k_assessments(judgements, Whom::programs)), SizeIs(0));
  const auto everybody = top_k_assessments(judgements, Whom::everybody);
  EXPECT_THAT(shared_queries(everybody)[0].by, SizeIs(4));
}

TEST(SharedQueries, MakeTablesOfAllPairsOfAssessors) {
  const Judgements judgements = four_lists();
  const auto people = top_k_assessments(judgements, Whom::people);
  const auto shared = shared_queries(people);
  const auto tables = pair_tables(shared);
  ASSERT_THAT(tables, SizeIs(1));
  EXPECT_EQ(tables[0].total(), 3.0 * 6.0);
  // Lists 0 and 2 are the same (6 pairs agree); against list 1 no pair does.
  EXPECT_EQ(tables[0].trace(), 6.0);
  // 18 values of 6 units, three each: coincidences add up to the number of values.
  EXPECT_DOUBLE_EQ(pair_coincidences(shared)[0].total(), 18.0);
}

TEST(SharedQueries, CompareGradesDocumentByDocument) {
  const Judgements judgements = four_lists();
  const auto graded = grade_assessments(judgements, Whom::people);
  const auto shared = shared_queries(graded);
  ASSERT_THAT(shared, SizeIs(1));
  const CountMatrix table = level_tables(shared, 3)[0];
  EXPECT_EQ(table.total(), 3.0);  // one document could not be judged
  EXPECT_EQ(table.at(1, 2), 1.0);
  EXPECT_EQ(table.trace(), 2.0);
  EXPECT_EQ(level_coincidences(shared, 3)[0].total(), 6.0);
}

TEST(WhoJudged, IsPeopleUnlessOnlyProgramsDid) {
  Judgements judgements = empty_judgements(2, 1, 2);
  judgements.assessor[1].is_program = true;
  EXPECT_EQ(who_judged(judgements), Whom::people) << "nobody did";
  judgements.preference = {vote_of(1, 0, 0, 1, Verdict::left)};
  EXPECT_EQ(who_judged(judgements), Whom::everybody) << "a person who has said nothing";
  judgements.grade = {{.assessor = 0}};
  EXPECT_EQ(who_judged(judgements), Whom::people);
}

}  // namespace
}  // namespace podium::labelling
