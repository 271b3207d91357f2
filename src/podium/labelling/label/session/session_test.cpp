#include "podium/labelling/label/session/session.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/labelling/label/session/knowledge.hpp"
#include "podium/labelling/label/session/scripted_assessor_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

SessionSetup setup_of(std::size_t documents, SessionOptions options = {}) {
  return {.options = options,
          .document_count = documents,
          .gold = {},
          .seed = 7,
          .query_id = "q1",
          .assessor = "ann"};
}

/// The session after an answer to whatever it asks.
Session after(const Session& session, Verdict verdict) {
  return answered(session, {next_question(session).value(), verdict});
}

/// The verdict that calls `doc` the better one, or bad.
Verdict in_favour_of(const Question& question, DocIndex doc) {
  return question.left == doc ? Verdict::left : Verdict::right;
}
Verdict against(const Question& question, DocIndex doc) {
  return question.left == doc ? Verdict::left_bad : Verdict::right_bad;
}

std::size_t count_of(const Session& session, Purpose purpose) {
  return static_cast<std::size_t>(
      std::count_if(session.answers().begin(), session.answers().end(),
                    [&](const Answer& answer) { return answer.question.purpose == purpose; }));
}

TEST(SessionOptions, NamesEveryMember) {
  EXPECT_TRUE(has_all_fields<SessionOptions>());
}

TEST(Session, AsksNothingAboutNoneOrOneDocument) {
  EXPECT_FALSE(next_question(Session(setup_of(0))));
  EXPECT_EQ(result(Session(setup_of(0))), TopKResult{});
  EXPECT_FALSE(next_question(Session(setup_of(1))));
  EXPECT_EQ(result(Session(setup_of(1))), (TopKResult{{{0}}, {}, {}}));
}

TEST(Session, AsksOnceAboutTwoDocuments) {
  const Session session(setup_of(2));
  const Question question = next_question(session).value();
  EXPECT_EQ(pair_of(question), (DocPair{0, 1}));
  const Session done = answered(session, {question, in_favour_of(question, 1)});
  EXPECT_FALSE(next_question(done));
  EXPECT_EQ(result(done), (TopKResult{{{1}, {0}}, {}, {}}));
}

TEST(Session, FindsTheSpecificationsWorkedExample) {
  // The true order (4, 1, 2, 5, 0, 3), k = 3.
  const ScriptedVerdicts assessment = by_level({1, 4, 3, 0, 5, 2});
  for (const StrategyInfo& row : strategies()) {
    const Session done =
        finished(Session(setup_of(6, {.k = 3, .strategy = row.strategy})), assessment);
    EXPECT_EQ(result(done), (TopKResult{{{4}, {1}, {2}}, {0, 3, 5}, {}})) << row.name;
  }
}

TEST(Session, RefusesAnAnswerToAnotherQuestion) {
  const Session session(setup_of(3));
  Question other = next_question(session).value();
  std::swap(other.left, other.right);
  EXPECT_THAT(
      [&] {
        answered(session, {other, Verdict::left});
      },
      ThrowsMessage<UsageError>(HasSubstr("found an answer to ")));
  const Session done = finished(session, by_level({0, 1, 2}));
  EXPECT_THAT(
      [&] {
        answered(done, {other, Verdict::left});
      },
      ThrowsMessage<UsageError>(HasSubstr("expected no further answer")));
}

TEST(Session, ARefusalDoesNotSayWhyAQuestionWasAsked) {
  SessionSetup setup = setup_of(8, {.k = 3, .repeat_every = 2, .gold_every = 2});
  setup.gold = {{6, 7}};
  Session session(setup);
  std::set<Purpose> met;
  while (const auto asked = next_question(session)) {
    met.insert(asked->purpose);
    for (const Purpose purpose : {Purpose::needed, Purpose::repeat, Purpose::gold}) {
      for (const Question& other : {Question{asked->left, asked->right, purpose},
                                    Question{asked->right, asked->left, purpose}}) {
        if (other == *asked) continue;
        try {
          answered(session, {other, Verdict::left});
          FAIL() << "accepted";
        } catch (const UsageError& error) {
          for (const std::string_view name : purpose_names) {
            EXPECT_THAT(error.what(), Not(HasSubstr(std::string(name))));
          }
        }
      }
    }
    session = answered(session, {*asked, Verdict::left});
  }
  EXPECT_EQ(met.size(), purpose_names.size());
}

TEST(Session, RefusesTiesWhereTheyAreForbidden) {
  const Session session(setup_of(2, {.ties = false}));
  EXPECT_THAT([&] { after(session, Verdict::tie); },
              ThrowsMessage<UsageError>(HasSubstr("ties are not allowed")));
}

TEST(Session, RefusesGoldPairsThatAreNoDocuments) {
  SessionSetup setup = setup_of(3);
  setup.gold = {{0, 3}};
  EXPECT_THAT([&] { Session{setup}; },
              ThrowsMessage<UsageError>(
                  HasSubstr("found the gold pair 0, 3, expected two of 3 documents")));
  setup.gold = {{1, 1}};
  EXPECT_THROW(Session{setup}, UsageError);
}

TEST(Session, HasNoResultBeforeTheLastAnswer) {
  EXPECT_THROW(result(Session(setup_of(2))), ContractError);
}

TEST(Session, TakesBackTheLastAnswerAndKeepsItInTheLog) {
  const Session start(setup_of(4));
  EXPECT_THROW(undone(start), UsageError);
  const Session one = after(start, Verdict::left);
  const Session back = undone(one);
  EXPECT_EQ(next_question(back), next_question(start));
  EXPECT_THAT(back.answers(), IsEmpty());
  EXPECT_EQ(back.log().size(), 2U);
  EXPECT_EQ(one.answers().size(), 1U) << "a session is a value";
}

TEST(Session, TakesBackABadMark) {
  const Session start(setup_of(2));
  const Session done = after(start, Verdict::both_bad);
  EXPECT_FALSE(next_question(done));
  EXPECT_EQ(next_question(undone(done)), next_question(start));
}

/// The two exceptions from "what was shown comes again after an undo".
TEST(Session, PassesOverShownQuestionsOfBadDocumentsAndEndsWhenTheTopIsKnown) {
  const ScriptedVerdicts levels = by_level({3, 2, 1, 0});
  const auto go_on = [&](const Session& session) {
    return answered(session, {*next_question(session), levels(*next_question(session))});
  };
  const Session one = go_on(Session(setup_of(4, {.k = 2})));
  const Question second = next_question(one).value();
  const Session two = go_on(one);
  const Question third = next_question(two).value();
  const bool is_left = second.left == third.left || second.left == third.right;
  const Session bad =
      answered(undone(two), {second, against(second, is_left ? second.left : second.right)});
  const Question other = next_question(bad).value();
  EXPECT_NE(other, third) << "it is about a bad document";
  EXPECT_EQ(next_question(go_on(undone(bad))), other) << "the rule has passed the third one over";

  const Session first = after(Session(setup_of(3, {.k = 1})), Verdict::left);
  const Session ended = after(undone(first), Verdict::both_bad);
  EXPECT_FALSE(next_question(ended)) << "nothing that was shown before is asked any more";
  EXPECT_EQ(next_question(after(undone(ended), Verdict::left)), next_question(first));
}

TEST(Session, NeverPutsBadDocumentsIntoTheTop) {
  const Session start(setup_of(3, {.k = 3}));
  const Question first = next_question(start).value();
  const Session one = answered(start, {first, against(first, first.left)});
  const Session done = finished(one, by_level({1, 2, 3}));
  EXPECT_THAT(result(done).bad, ElementsAre(first.left));
  EXPECT_EQ(result(done).top.size(), 2U);
  EXPECT_EQ(done.answers().size(), 2U) << "a bad document needs no further question";
}

TEST(Session, EndsAtOnceWhenAllAreBad) {
  const Session done = after(Session(setup_of(2)), Verdict::both_bad);
  EXPECT_EQ(result(done), (TopKResult{{}, {}, {0, 1}}));
}

TEST(Session, LetsTiesShareAPlace) {
  const Session done = finished(Session(setup_of(3, {.k = 3})), by_level({1, 2, 2}));
  EXPECT_EQ(result(done), (TopKResult{{{1, 2}, {0}}, {}, {}}));
}

TEST(Session, DoesNotTakeAPairThatCannotBeJudgedForATie) {
  const Session done = after(Session(setup_of(2)), Verdict::cannot_judge);
  EXPECT_EQ(result(done), (TopKResult{{{0}, {1}}, {}, {}}));
}

TEST(Session, AsksWhatWasPutOffWhenNothingElseIsLeft) {
  const Session start(setup_of(4, {.k = 4, .infer = false}));
  const Question first = next_question(start).value();
  Session session = after(start, Verdict::later);
  while (next_question(session) != first) {
    ASSERT_TRUE(next_question(session)) << "the question never came back";
    session = after(session, in_favour_of(*next_question(session), next_question(session)->left));
  }
  EXPECT_GT(session.answers().size(), 1U);
}

TEST(Session, AsksTheOneThatHasWaitedLongestFirst) {
  Session session(setup_of(4, {.k = 1}));
  std::vector<Question> put_off;
  for (int times = 0; times < 3; ++times) {
    put_off.push_back(next_question(session).value());
    session = after(session, Verdict::later);
  }
  EXPECT_EQ(
      std::set<DocPair>({pair_of(put_off[0]), pair_of(put_off[1]), pair_of(put_off[2])}).size(),
      3U);
  for (const Question& question : put_off) {  // for ever, as long as he says "later"
    EXPECT_EQ(next_question(session), question);
    session = after(session, Verdict::later);
  }
  EXPECT_EQ(next_question(session), put_off[0]);
}

TEST(Session, AsksUntilMoreThanHalfOfTheVotesAgreeWithSidesAlternating) {
  const Session start(setup_of(2, {.votes = 3}));
  const Question first = next_question(start).value();
  const Session one = answered(start, {first, in_favour_of(first, 1)});
  const Question second = next_question(one).value();
  EXPECT_EQ(second, (Question{first.right, first.left, Purpose::needed}));
  EXPECT_FALSE(next_question(answered(one, {second, in_favour_of(second, 1)})));

  const Session two = answered(one, {second, in_favour_of(second, 0)});
  EXPECT_EQ(next_question(two), first);
  EXPECT_EQ(result(after(two, in_favour_of(first, 0))).top.front(), std::vector<DocIndex>{0});
  EXPECT_EQ(result(after(two, Verdict::tie)).top.front(), (std::vector<DocIndex>{0, 1}));
}

TEST(Session, LeavesOtherAnswersBetweenTwoVotesOnAPair) {
  for (const StrategyInfo& row : strategies()) {
    const std::vector<int> level = distinct_levels(30, 3);
    const Session done = finished(
        Session(setup_of(30, {.k = 5, .strategy = row.strategy, .votes = 3})), by_level(level));
    std::size_t at_once = 0;
    for (std::size_t i = 1; i < done.answers().size(); ++i) {
      const DocPair pair = pair_of(done.answers()[i].question);
      if (pair == pair_of(done.answers()[i - 1].question)) ++at_once;
    }
    // Only where nothing else is left to ask, which is at the end.
    EXPECT_LE(at_once, done.answers().size() / 10) << row.name;
    EXPECT_EQ(level[result(done).top[4].front()], 25) << row.name;
  }
}

TEST(Session, ShowsEachSideEquallyOften) {
  std::size_t low_left = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SessionSetup setup = setup_of(2);
    setup.seed = seed;
    if (next_question(Session(setup))->left == 0) ++low_left;
  }
  EXPECT_NEAR(static_cast<double>(low_left), 500.0, 4 * 15.8);  // four standard deviations
}

TEST(Session, DrawsSidesForEachAssessorAnew) {
  std::set<DocIndex> left;
  for (const char* name : {"ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"}) {
    SessionSetup setup = setup_of(2);
    setup.assessor = name;
    left.insert(next_question(Session(setup))->left);
  }
  EXPECT_EQ(left.size(), 2U);
}

/// Asserts that every repeat of the answers swaps the sides of an earlier one, not the last.
void expect_fair_repeats(std::span<const Answer> answers) {
  std::set<DocPair> repeated;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Question& question = answers[i].question;
    if (question.purpose != Purpose::repeat) continue;
    EXPECT_TRUE(repeated.insert(pair_of(question)).second) << "asked a third time";
    const Question original{question.right, question.left, Purpose::needed};
    const auto before = answers.first(i);
    const auto found = std::ranges::find(before, original, &Answer::question);
    ASSERT_NE(found, before.end());
    EXPECT_NE(&*found, &before.back()) << "asked again at once";
  }
}

TEST(Session, RepeatsAnEarlierQuestionWithSidesSwapped) {
  const ScriptedVerdicts assessment = by_level(distinct_levels(20, 1));
  for (const std::size_t every : {1U, 4U}) {
    const Session done =
        finished(Session(setup_of(20, {.k = 5, .repeat_every = every})), assessment);
    expect_fair_repeats(done.answers());
    // One less where there is nothing to repeat yet: after the first answer.
    const std::size_t due = (count_of(done, Purpose::needed) - 1) / every;
    EXPECT_EQ(count_of(done, Purpose::repeat), every == 1 ? due - 1 : due);
  }
}

TEST(Session, AsksGoldPairsOneAfterTheOther) {
  SessionSetup setup = setup_of(20, {.k = 5, .gold_every = 3});
  setup.gold = {{3, 4}, {5, 6}, {7, 8}};
  const Session done = finished(Session(setup), by_level(distinct_levels(20, 1)));
  std::vector<DocPair> asked;
  std::size_t needed = 0;
  for (const Answer& answer : done.answers()) {
    if (answer.question.purpose == Purpose::needed) ++needed;
    if (answer.question.purpose != Purpose::gold) continue;
    asked.push_back(pair_of(answer.question));
    EXPECT_EQ(needed, 3 * asked.size());
  }
  EXPECT_THAT(asked, ElementsAre(DocPair{3, 4}, DocPair{5, 6}, DocPair{7, 8}));
}

TEST(Session, LearnsNothingFromRepeatsAndGoldPairs) {
  SessionSetup plain = setup_of(15, {.k = 5});
  SessionSetup checked = setup_of(15, {.k = 5, .repeat_every = 2, .gold_every = 3});
  checked.gold = {{0, 1}, {2, 3}, {4, 5}};
  const ScriptedVerdicts assessment = by_level(distinct_levels(15, 2));
  const Session done = finished(Session(checked), [&](const Question& question) {
    if (question.purpose == Purpose::needed) return assessment(question);
    return assessment(question) == Verdict::left ? Verdict::right : Verdict::left;
  });
  const Session expected = finished(Session(plain), assessment);
  EXPECT_EQ(result(done), result(expected));
  EXPECT_EQ(count_of(done, Purpose::needed), expected.answers().size());
  EXPECT_GT(count_of(done, Purpose::repeat), 0U);
}

TEST(Session, AsksNoGoldPairOfADocumentThatIsBad) {
  SessionSetup setup = setup_of(6, {.k = 2, .gold_every = 1});
  const Question first = next_question(Session(setup)).value();
  ASSERT_EQ(pair_of(first), (DocPair{4, 5}));
  setup.gold = {{first.left, 3}, {2, 0}};
  const Session one = answered(Session(setup), {first, Verdict::left_bad});
  EXPECT_EQ(next_question(one)->purpose, Purpose::gold);
  EXPECT_EQ(pair_of(next_question(one).value()), (DocPair{0, 2}));
}

TEST(Session, TakesABadMarkFromAGoldPairOrARepeatToo) {
  SessionSetup setup = setup_of(6, {.k = 2, .gold_every = 1});
  setup.gold = {{4, 5}};
  const Session one = after(Session(setup), Verdict::left);
  const Question gold = next_question(one).value();
  ASSERT_EQ(gold.purpose, Purpose::gold);
  const Session done =
      finished(answered(one, {gold, against(gold, 4)}), by_level({0, 1, 2, 3, 9, 4}));
  EXPECT_THAT(result(done).bad, ElementsAre(4));
  EXPECT_EQ(result(done).top.front(), std::vector<DocIndex>{5});

  Session session(setup_of(6, {.k = 2, .repeat_every = 1}));
  while (next_question(session)->purpose != Purpose::repeat) {
    session = after(session, Verdict::left);
  }
  const DocIndex bad = next_question(session)->left;
  EXPECT_THAT(
      result(finished(after(session, Verdict::left_bad), by_level(distinct_levels(6, 1)))).bad,
      ElementsAre(bad));
}

TEST(Session, ComesBackToAGoldPairAndARepeatThatWerePutOff) {
  SessionSetup setup = setup_of(8, {.k = 2, .gold_every = 2});
  setup.gold = {{0, 7}};
  Session session = after(after(Session(setup), Verdict::left), Verdict::left);
  const Question gold = next_question(session).value();
  ASSERT_EQ(gold.purpose, Purpose::gold);
  session = after(session, Verdict::later);
  EXPECT_EQ(next_question(session)->purpose, Purpose::needed) << "not at once";
  session = after(after(session, Verdict::left), Verdict::left);
  EXPECT_EQ(next_question(session), gold);

  session = Session(setup_of(6, {.k = 6, .infer = false, .repeat_every = 1}));
  session = after(after(session, Verdict::left), Verdict::cannot_judge);
  const Question repeat = next_question(session).value();
  ASSERT_EQ(repeat.purpose, Purpose::repeat) << "of the first answer, the only judgement";
  session = after(session, Verdict::later);
  EXPECT_EQ(next_question(session)->purpose, Purpose::needed) << "not at once";
  EXPECT_EQ(next_question(after(session, Verdict::cannot_judge)), repeat);
}

TEST(TruthOf, ShufflesSharedPlacesBySeedAndQueryAlone) {
  const TopKResult found{{{4}, {1, 2, 3}, {0}}, {5, 6}, {7}};
  const TopKTruth truth = truth_of(found, 1, "q");
  EXPECT_EQ(truth.document_count, 8U);
  EXPECT_EQ(truth.best, truth_of(found, 1, "q").best);
  ASSERT_EQ(truth.best.size(), 5U);
  EXPECT_EQ(truth.best.front(), 4U);
  EXPECT_EQ(truth.best.back(), 0U);
  std::set<std::vector<DocIndex>> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) seen.insert(truth_of(found, seed, "q").best);
  EXPECT_EQ(seen.size(), 6U) << "every order of the three";
}

}  // namespace
}  // namespace podium::labelling
