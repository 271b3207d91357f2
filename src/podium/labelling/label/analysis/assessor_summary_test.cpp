#include "podium/labelling/label/analysis/assessor_summary.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

TEST(AssessorSummary, ComparesRepeatsWithWhatWasSaidFirst) {
  Judgements judgements = empty_judgements(1, 1, 3);
  judgements.preference = {
      vote_of(0, 0, 0, 1, Verdict::left), vote_of(0, 0, 1, 2, Verdict::left),
      with_purpose(vote_of(0, 0, 1, 0, Verdict::right), Purpose::repeat),  // the same again
      with_purpose(vote_of(0, 0, 2, 1, Verdict::left), Purpose::repeat),   // not the same
  };
  const Hits repeats = assessor_summaries(judgements)[0].repeats;
  EXPECT_EQ(repeats.hits, 1U);
  EXPECT_EQ(repeats.asked, 2U);
  EXPECT_EQ(repeats.share(), 0.5);
}

TEST(AssessorSummary, ComparesRepeatsWithNeededAnswersOnly) {
  Judgements judgements = empty_judgements(1, 1, 3);
  judgements.preference = {
      with_purpose(vote_of(0, 0, 0, 1, Verdict::right), Purpose::gold),
      vote_of(0, 0, 0, 1, Verdict::left),
      with_purpose(vote_of(0, 0, 1, 0, Verdict::right), Purpose::repeat),
  };
  const Hits repeats = assessor_summaries(judgements)[0].repeats;
  EXPECT_EQ(repeats.hits, 1U);
  EXPECT_EQ(repeats.asked, 1U);
}

TEST(AssessorSummary, CountsGoldPairsThatWereAnsweredRight) {
  Judgements judgements = empty_judgements(1, 1, 3);
  judgements.query[0].gold = {{.better = 2, .worse = 0}, {.better = 0, .worse = 1}};
  judgements.preference = {with_purpose(vote_of(0, 0, 0, 2, Verdict::right), Purpose::gold),
                           with_purpose(vote_of(0, 0, 0, 1, Verdict::right), Purpose::gold),
                           with_purpose(vote_of(0, 0, 0, 1, Verdict::tie), Purpose::gold),
                           vote_of(0, 0, 0, 1, Verdict::left)};
  const Hits gold = assessor_summaries(judgements)[0].gold;
  EXPECT_EQ(gold.hits, 1U);
  EXPECT_EQ(gold.asked, 3U);
}

TEST(AssessorSummary, CountsUndoneAnswersApart) {
  Judgements judgements = empty_judgements(2, 1, 3);
  judgements.preference = {vote_of(0, 0, 0, 1, Verdict::left), vote_of(0, 0, 0, 1, Verdict::right)};
  judgements.preference[0].stands = false;
  judgements.grade = {{0, 0, {.document = 1}, 9.0, false}, {0, 0, {.document = 1}, 9.0, true}};
  const auto summaries = assessor_summaries(judgements);
  EXPECT_EQ(summaries[0].judgements, 2U);
  EXPECT_EQ(summaries[0].undone, 2U);
  EXPECT_EQ(summaries[1].judgements, 0U);
  EXPECT_TRUE(std::isnan(summaries[1].side.left_share));
}

TEST(AssessorSummary, HoldsEachAgainstMostOfTheOtherPeople) {
  Judgements judgements = empty_judgements(5, 1, 3);
  judgements.assessor[4].is_program = true;
  const TopKResult up{.top = {{0}, {1}}, .rest = {2}};
  const TopKResult down{.top = {{2}, {1}}, .rest = {0}};
  judgements.top_k = {{0, 0, up}, {1, 0, up}, {2, 0, up}, {3, 0, down}, {4, 0, down}};
  const auto summaries = assessor_summaries(judgements);
  EXPECT_EQ(summaries[0].reliability.share(), 1.0);
  EXPECT_EQ(summaries[3].reliability.asked, 3U);
  EXPECT_EQ(summaries[3].reliability.hits, 0U);
  EXPECT_EQ(summaries[4].reliability.hits, 0U);
}

TEST(AssessorSummary, LeavesOutPairsOnWhichTheOthersAreDivided) {
  Judgements judgements = empty_judgements(3, 1, 2);
  judgements.grades = {{0, 0, {1, 0}}, {1, 0, {0, 1}}, {2, 0, {1, 0}}};
  const auto summaries = assessor_summaries(judgements);
  EXPECT_EQ(summaries[0].reliability.asked, 0U);  // one says so, one otherwise
  EXPECT_EQ(summaries[1].reliability.asked, 1U);
  EXPECT_EQ(summaries[1].reliability.hits, 0U);
}

}  // namespace
}  // namespace podium::labelling
