#include "podium/labelling/label/analysis/answer_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::labelling {
namespace {

Judgements answered() {
  Judgements said{.scale = {"bad", "=good"}, .assessor = {{"ann", false}, {"bot", true}}};
  said.query.push_back({"q", {"x", "y"}, {}});
  said.preference = {{0, 0, {{1, 0, Purpose::repeat}, Verdict::right_bad}, 1.5},
                     {0, 0, {{0, 1, Purpose::needed}, Verdict::later}, 2.0},
                     {0, 0, {{0, 1, Purpose::needed}, Verdict::tie}, 2.0, false},
                     {1, 0, {{0, 1, Purpose::needed}, Verdict::left}, 0.25}};
  said.preference[0].record = {
      .paused = 3.5, .at = 1'700'000'000'123, .comment = "=1, \"so\"\nyes"};
  said.grade = {{0, 0, {1, Grading::Kind::grade, 1}, 4.0},
                {0, 0, {0, Grading::Kind::cannot_judge}, 5.0}};
  said.grade[0].record.comment = "short";
  return said;
}

TEST(AnswerTable, HasEveryAnswerThatStandsWithItsTimesAndComment) {
  EXPECT_EQ(render(preference_answers(answered(), Whom::people), TableFormat::csv),
            "qid,left,right,verdict,winner,loser,assessor,program,purpose,seconds,paused,time,"
            "comment\n"
            "q,y,x,right-bad,y,x,ann,false,repeat,1.5,3.5,2023-11-14T22:13:20.123Z,"
            "\"'=1, \"\"so\"\"\nyes\"\n"
            "q,x,y,later,,,ann,false,needed,2,0,1970-01-01T00:00:00.000Z,\n");
  EXPECT_EQ(preference_answers(answered(), Whom::everybody).rows.size(), 3U);
  EXPECT_EQ(preference_answers(answered(), Whom::programs).rows.size(), 1U);
}

TEST(AnswerTable, HasEveryGrade) {
  EXPECT_EQ(render(grade_answers(answered(), Whom::people), TableFormat::csv),
            "qid,document,verdict,grade,name,assessor,program,seconds,paused,time,comment\n"
            "q,y,grade,1,'=good,ann,false,4,0,1970-01-01T00:00:00.000Z,short\n"
            "q,x,cannot-judge,,,ann,false,5,0,1970-01-01T00:00:00.000Z,\n");
}

TEST(AnswerTable, TellsTimesInUtc) {
  EXPECT_EQ(utc_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(utc_time(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_time(951'827'696'789), "2000-02-29T12:34:56.789Z");
}

}  // namespace
}  // namespace podium::labelling
