#include "podium/labelling/store/final_judgements.hpp"

#include <gtest/gtest.h>

#include "podium/labelling/store/export_fixture.hpp"

namespace podium::labelling {
namespace {

using Docs = std::vector<DocIndex>;

TEST(ConsensusTop, OfListsThatAgreeIsTheirList) {
  const TopKResult list{.top = {{3}, {0}}, .rest = {1, 2}};
  EXPECT_EQ(consensus_top(std::vector{list, list, list}, 2), (Docs{3, 0}));
}

TEST(ConsensusTop, AddsThePointsOfPlacesAndSharesThoseOfTies) {
  // k = 3: places are worth 3, 2, 1; documents 1 and 2 share the mean of 2 and 1.
  const TopKResult first{.top = {{0}, {1, 2}}, .rest = {3}};
  const TopKResult second{.top = {{2}, {3}, {0}}, .rest = {1}};
  // 0: 3 + 1 = 4, 1: 1.5, 2: 1.5 + 3 = 4.5, 3: 2
  EXPECT_EQ(consensus_top(std::vector{first, second}, 3), (Docs{2, 0, 3}));
}

TEST(ConsensusTop, KeepsFirstStageOrderAmongEqualsAndNamesNobodyWithoutPoints) {
  const TopKResult first{.top = {{4}}, .rest = {0, 1, 2, 3}};
  const TopKResult second{.top = {{1}}, .rest = {0, 2, 3, 4}};
  EXPECT_EQ(consensus_top(std::vector{first, second}, 1), (Docs{1}));
  EXPECT_EQ(consensus_top(std::vector{first, second}, 3), (Docs{1, 4}));
}

TEST(FinalTops, AnAdjudicationIsTheLastWordThenComeAssessors) {
  Judgements said = sample_judgements();
  const auto tops = final_tops(said, Voters::people, 1);
  ASSERT_EQ(tops.size(), 3U) << "nobody finished the fourth query";
  EXPECT_EQ(tops[0].source, FinalTop::Source::one_assessor);
  EXPECT_EQ(tops[0].top, (Docs{2, 0}));
  EXPECT_EQ(tops[1].source, FinalTop::Source::consensus);
  EXPECT_EQ(tops[1].top, (Docs{1, 0}));
  EXPECT_EQ(tops[2].source, FinalTop::Source::adjudication);
  EXPECT_EQ(tops[2].top, (Docs{0, 2}));
}

TEST(AgreedTops, AreWhatWouldBeFinalWithoutAdjudications) {
  Judgements said = sample_judgements();
  const auto agreed = agreed_tops(said, Voters::everybody, 1);
  said.adjudication.clear();
  const auto tops = final_tops(said, Voters::everybody, 1);
  ASSERT_EQ(agreed.size(), tops.size());
  for (std::size_t i = 0; i < tops.size(); ++i) {
    EXPECT_EQ(agreed[i].query, tops[i].query);
    EXPECT_EQ(agreed[i].top, tops[i].top);
    EXPECT_EQ(agreed[i].source, tops[i].source);
  }
}

TEST(FinalTops, ProgramsCountWhenAskedFor) {
  const auto tops = final_tops(sample_judgements(), Voters::everybody, 1);
  ASSERT_EQ(tops.size(), 3U);
  EXPECT_EQ(tops[0].source, FinalTop::Source::consensus);
  // A person: 2, 0; a program: 1, 0. Points: 0: 2, 1: 2, 2: 2.
  EXPECT_EQ(tops[0].top, (Docs{0, 1}));
}

TEST(FinalTops, CountDocumentsThatAreAsGoodAsAnother) {
  Judgements said = sample_judgements();
  EXPECT_EQ(final_tops(said, Voters::people, 1)[0].tied, 0U);
  // A person: 2, 0; a program: 1, 0. All three have two points, two of them are among the first.
  EXPECT_EQ(final_tops(said, Voters::everybody, 1)[0].tied, 2U);
  said.top_k = {{0, 0, {.top = {{2, 1}}, .rest = {0}}}, {0, 1, {.top = {{2}, {1, 0}}}}};
  const auto tops = final_tops(said, Voters::people, 1);
  EXPECT_EQ(tops[0].tied, 2U);
  EXPECT_EQ(tops[1].tied, 1U) << "the other is not among the first two";
  EXPECT_EQ(tops[2].tied, 0U) << "who adjudicates says which";
}

TEST(FinalGrades, AreTheLowerMedianOfThoseWhoCouldJudge) {
  Judgements said = sample_judgements();
  said.grades = {{0, 0, {4, 1, std::nullopt}}, {1, 0, {2, 3, std::nullopt}}, {2, 0, {0, 0, 0}}};
  using Grades = std::vector<std::optional<std::uint32_t>>;
  const auto of_people = final_grades(said, Voters::people);
  ASSERT_EQ(of_people.size(), 1U);
  EXPECT_EQ(of_people[0].grade, (Grades{2, 1, std::nullopt}));
  EXPECT_EQ(final_grades(said, Voters::everybody)[0].grade, (Grades{2, 1, 0}));
}

}  // namespace
}  // namespace podium::labelling
