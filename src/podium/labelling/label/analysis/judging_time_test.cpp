#include "podium/labelling/label/analysis/judging_time.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

static_assert(has_all_fields<TimeOptions>());

TEST(AnswerTimes, LeaveOutIdleAnswersAndSayHowMany) {
  const AnswerTimes times = answer_times({4.0, 500.0, 1.0, 121.0, 10.0}, {});
  EXPECT_EQ(times.counted, 3U);
  EXPECT_EQ(times.idle, 2U);
  EXPECT_DOUBLE_EQ(times.mean, 5.0);
  EXPECT_DOUBLE_EQ(times.median, 4.0);
  EXPECT_EQ(answer_times({4.0, 500.0}, {.idle = 1000.0}).counted, 2U);
}

TEST(AnswerTimes, AreUndefinedForNothing) {
  EXPECT_TRUE(std::isnan(answer_times({}, {}).mean));
  EXPECT_TRUE(std::isnan(answer_times({300.0}, {}).median));
}

TEST(ToolWork, CountsFinishedSessionsOfWhomItIsAskedFor) {
  Judgements judgements = empty_judgements(3, 2, 3);
  judgements.assessor[2].is_program = true;
  judgements.preference = {
      vote_of(0, 0, 0, 1, Verdict::left, 30.0), vote_of(0, 0, 0, 1, Verdict::right, 30.0),
      vote_of(0, 1, 0, 1, Verdict::left, 60.0),  // not finished
      vote_of(1, 0, 0, 1, Verdict::left, 120.0), vote_of(2, 0, 0, 1, Verdict::left, 0.1)};
  judgements.preference[0].stands = false;
  judgements.top_k = {{0, 0, {}}, {1, 0, {}}, {2, 0, {}}};
  const ToolWork work = preference_work(judgements, Whom::people);
  EXPECT_EQ(work.sessions, 2U);
  EXPECT_EQ(work.answer.counted, 4U);
  EXPECT_DOUBLE_EQ(work.judgements_per_query, 1.0);
  EXPECT_DOUBLE_EQ(work.minutes_per_query, (1.0 + 2.0) / 2.0);
  EXPECT_TRUE(std::isnan(grading_work(judgements, Whom::people).minutes_per_query));
}

TEST(ToolWork, KnowsGrades) {
  Judgements judgements = empty_judgements(1, 1, 2);
  judgements.grade = {{0, 0, {.document = 0}, 12.0}, {0, 0, {.document = 1}, 18.0}};
  judgements.grades = {{0, 0, {0, 0}}};
  const ToolWork work = grading_work(judgements, Whom::people);
  EXPECT_DOUBLE_EQ(work.answer.mean, 15.0);
  EXPECT_DOUBLE_EQ(work.minutes_per_query, 0.5);
  EXPECT_DOUBLE_EQ(work.judgements_per_query, 2.0);
}

}  // namespace
}  // namespace podium::labelling
