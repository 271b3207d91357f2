#include "podium/labelling/label/session/graded_session.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Grading graded(DocIndex document, std::uint32_t grade) {
  return {document, Grading::Kind::grade, grade};
}
Grading later(DocIndex document) {
  return {document, Grading::Kind::later, 0};
}
Grading cannot_judge(DocIndex document) {
  return {document, Grading::Kind::cannot_judge, 0};
}

TEST(GradedSession, AsksForEachDocumentInOrder) {
  GradedSession session(3, 5);
  for (DocIndex doc = 0; doc < 3; ++doc) {
    EXPECT_EQ(progress(session).expected_remaining, 3.0 - doc);
    EXPECT_EQ(next_document(session), doc);
    session = answered(session, graded(doc, 4 - doc));
  }
  EXPECT_FALSE(next_document(session));
  EXPECT_EQ(progress(session).answered, 3U);
  EXPECT_EQ(progress(session).expected_remaining, 0.0);
  EXPECT_THAT(result(session), ElementsAre(4, 3, 2));
}

TEST(GradedSession, AsksNothingWithoutDocuments) {
  EXPECT_FALSE(next_document(GradedSession(0, 2)));
  EXPECT_THAT(result(GradedSession(0, 2)), ElementsAre());
}

TEST(GradedSession, ComesBackToWhatWasPutOffTheLongestWaitFirst) {
  GradedSession session(3, 5);
  session = answered(session, later(0));
  session = answered(session, later(1));
  session = answered(session, graded(2, 1));
  EXPECT_EQ(next_document(session), 0U);
  session = answered(session, later(0));
  EXPECT_EQ(next_document(session), 1U);
  EXPECT_EQ(progress(session).expected_remaining, 2.0);
  session = answered(session, graded(1, 2));
  session = answered(session, graded(0, 3));
  EXPECT_THAT(result(session), ElementsAre(3, 2, 1));
}

TEST(GradedSession, DoesNotAskAgainWhatCannotBeJudged) {
  GradedSession session(2, 5);
  session = answered(session, cannot_judge(0));
  session = answered(session, graded(1, 0));
  EXPECT_FALSE(next_document(session));
  EXPECT_THAT(result(session), ElementsAre(std::nullopt, 0));
}

TEST(GradedSession, TakesBackTheLastGradeAndKeepsItInTheLog) {
  GradedSession session(2, 5);
  EXPECT_THROW(undone(session), UsageError);
  session = undone(answered(session, graded(0, 3)));
  EXPECT_EQ(next_document(session), 0U);
  EXPECT_EQ(session.log().size(), 2U);
  EXPECT_TRUE(session.answers().empty());
}

TEST(GradedSession, RefusesOtherDocumentsAndGradesBeyondTheScale) {
  const GradedSession session(2, 5);
  EXPECT_THAT([&] { answered(session, graded(1, 0)); },
              ThrowsMessage<UsageError>(
                  HasSubstr("found a grade for document 1, expected one for document 0")));
  EXPECT_THAT([&] { answered(session, graded(0, 5)); },
              ThrowsMessage<UsageError>(HasSubstr("found grade 5, expected 0 to 4")));
  EXPECT_THAT([&] { answered(GradedSession(0, 2), later(0)); },
              ThrowsMessage<UsageError>(HasSubstr("expected no further grade")));
  EXPECT_THROW(GradedSession(2, 1), ContractError);
  EXPECT_THROW(result(session), ContractError);
}

RC_GTEST_PROP(GradedSession, IsTheReplayOfItsLogAndOfItsStandingAnswers, (std::uint64_t seed)) {
  const auto n = *rc::gen::inRange<std::size_t>(0, 8);
  RandomStream stream(seed, "q", "grades");
  GradedSession session(n, 3);
  for (int step = 0; step < 25; ++step) {
    const auto doc = next_document(session);
    if (!session.answers().empty() && (!doc || stream.below(5) == 0)) {
      session = undone(session);
    } else if (doc) {
      const auto kind = static_cast<Grading::Kind>(stream.below(3));
      const bool is_grade = kind == Grading::Kind::grade;
      session = answered(session,
                         {*doc, kind, is_grade ? static_cast<std::uint32_t>(stream.below(3)) : 0});
    }
  }
  const std::vector<GradingEntry> standing(session.answers().begin(), session.answers().end());
  const GradedSession by_log = replayed(n, 3, session.log());
  const GradedSession by_answers = replayed(n, 3, standing);
  RC_ASSERT(next_document(by_log) == next_document(session));
  RC_ASSERT(next_document(by_answers) == next_document(session));
  RC_ASSERT(std::equal(by_log.log().begin(), by_log.log().end(), session.log().begin(),
                       session.log().end()));
  RC_ASSERT(std::equal(by_answers.answers().begin(), by_answers.answers().end(),
                       session.answers().begin(), session.answers().end()));
  RC_ASSERT((progress(session).expected_remaining == 0.0) == !next_document(session));
}

}  // namespace
}  // namespace podium::labelling
