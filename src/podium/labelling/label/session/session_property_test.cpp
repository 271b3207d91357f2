#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/labelling/label/session/scripted_assessor_fixture.hpp"
#include "podium/labelling/label/session/session.hpp"

namespace podium::labelling {
namespace {

/// A session with any options, for any number of documents up to `most`.
SessionSetup any_setup(std::size_t most) {
  const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
  SessionSetup setup;
  setup.options.k = *rc::gen::inRange<std::size_t>(1, most + 2);
  setup.options.strategy =
      static_cast<Strategy>(*rc::gen::inRange<std::size_t>(0, strategies().size()));
  setup.options.order = flag() ? FirstOrder::random : FirstOrder::given;
  setup.options.infer = flag();
  setup.options.infer_ties = flag();
  setup.options.votes = *rc::gen::element<std::size_t>(1, 1, 2, 3);
  setup.options.repeat_every = *rc::gen::element<std::size_t>(0, 0, 1, 3);
  setup.options.gold_every = *rc::gen::element<std::size_t>(0, 0, 2);
  setup.document_count = *rc::gen::inRange<std::size_t>(0, most + 1);
  if (setup.document_count > 1) {
    setup.gold = {{0, 1}, {static_cast<DocIndex>(setup.document_count - 1), 0}};
  }
  setup.seed = *rc::gen::arbitrary<std::uint64_t>();
  setup.query_id = "q";
  setup.assessor = "ann";
  return setup;
}

std::vector<int> any_levels(std::size_t n, int levels) {
  return *rc::gen::container<std::vector<int>>(n, rc::gen::inRange(0, levels));
}

/// Asserts that `found` is a top of the weak order of `level`, without those of level `bad`.
void assert_is_top(const TopKResult& found, const std::vector<int>& level, std::size_t k,
                   int bad = -1) {
  std::vector<int> expected;
  std::copy_if(level.begin(), level.end(), std::back_inserter(expected),
               [&](int value) { return value != bad; });
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  expected.resize(std::min(k, expected.size()));
  std::vector<int> top;
  std::vector<DocIndex> all = found.rest;
  all.insert(all.end(), found.bad.begin(), found.bad.end());
  for (const auto& place : found.top) {
    for (const DocIndex doc : place) {
      RC_ASSERT(level[doc] == level[place.front()]);
      top.push_back(level[doc]);
      all.push_back(doc);
    }
  }
  RC_ASSERT(top == expected);
  for (const DocIndex doc : found.bad) RC_ASSERT(level[doc] == bad);
  std::sort(all.begin(), all.end());
  RC_ASSERT(all.size() == level.size());
  for (DocIndex doc = 0; doc < all.size(); ++doc) RC_ASSERT(all[doc] == doc);
}

void assert_same(const Session& a, const Session& b) {
  RC_ASSERT(next_question(a) == next_question(b));
  RC_ASSERT(
      std::equal(a.answers().begin(), a.answers().end(), b.answers().begin(), b.answers().end()));
  RC_ASSERT(progress(a).expected_remaining == progress(b).expected_remaining);
  if (!next_question(a)) RC_ASSERT(result(a) == result(b));
}

RC_GTEST_PROP(SessionProperty, FindsTheTopOfAConsistentAssessor, (std::uint64_t seed)) {
  SessionSetup setup = any_setup(25);
  setup.options.ties = *rc::gen::arbitrary<bool>();
  const std::vector<int> level = distinct_levels(setup.document_count, seed);
  ScriptedVerdicts assessment = by_level(level);
  if (*rc::gen::arbitrary<bool>()) assessment = hesitating(assessment, seed);
  assert_is_top(result(finished(Session(setup), assessment)), level, setup.options.k);
}

RC_GTEST_PROP(SessionProperty, FindsATopOfAWeakOrder, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(25);
  const std::vector<int> level = any_levels(setup.document_count, 4);
  ScriptedVerdicts assessment = by_level(level);
  if (*rc::gen::arbitrary<bool>()) assessment = hesitating(assessment, seed);
  assert_is_top(result(finished(Session(setup), assessment)), level, setup.options.k);
}

// One good document at least: the last one that nobody called bad wins without being asked about.
RC_GTEST_PROP(SessionProperty, FindsATopBesidesBadDocuments, (std::uint64_t seed)) {
  SessionSetup setup = any_setup(25);
  setup.document_count += 2;
  std::vector<int> level = any_levels(setup.document_count, 4);
  level[*rc::gen::inRange<std::size_t>(0, level.size())] = 5;
  ScriptedVerdicts assessment = by_level(level, true);
  if (*rc::gen::arbitrary<bool>()) assessment = hesitating(assessment, seed);
  const TopKResult found = result(finished(Session(setup), assessment));
  assert_is_top(found, level, setup.options.k, 0);
  RC_ASSERT(found.bad.size() ==
            static_cast<std::size_t>(std::count(level.begin(), level.end(), 0)));
}

RC_GTEST_PROP(SessionProperty, EndsWhateverIsAnswered, (std::uint64_t seed)) {
  SessionSetup setup = any_setup(12);
  setup.options.ties = *rc::gen::arbitrary<bool>();
  const Session done = finished(Session(setup), at_random(seed, setup.options.ties));
  std::size_t needed = 0;
  for (const Answer& answer : done.answers()) {
    if (answer.question.purpose == Purpose::needed && answer.verdict != Verdict::later) ++needed;
  }
  const std::size_t n = setup.document_count;
  RC_ASSERT(needed <= setup.options.votes * n * (n - std::min<std::size_t>(n, 1)) / 2);
  RC_ASSERT(progress(done).expected_remaining == 0.0);
  const TopKResult found = result(done);
  std::size_t top = 0;
  for (const auto& place : found.top) top += place.size();
  RC_ASSERT(top == std::min(setup.options.k, n - found.bad.size()));
}

// With one vote: what is asked between two votes on a pair is a guess, and may be a question more.
RC_GTEST_PROP(SessionProperty, InferenceChangesNoResultAndAsksNoMore, ()) {
  SessionSetup setup = any_setup(25);
  setup.options.votes = 1;
  const ScriptedVerdicts assessment = by_level(any_levels(setup.document_count, 12));
  setup.options.infer_ties = false;
  setup.options.infer = false;
  const Session asking = finished(Session(setup), assessment);
  setup.options.infer = true;
  const Session inferring = finished(Session(setup), assessment);
  RC_ASSERT(result(inferring) == result(asking));
  RC_ASSERT(inferring.answers().size() <= asking.answers().size());
  setup.options.infer_ties = true;
  RC_ASSERT(finished(Session(setup), assessment).answers().size() <= inferring.answers().size());
}

/// A session in which a fifth of what is done is an undo, after at most 40 steps.
Session after_some_steps(const SessionSetup& setup, const ScriptedVerdicts& assessment,
                         std::uint64_t seed) {
  RandomStream stream(seed, "q", "undo");
  Session session(setup);
  for (int step = 0; step < 40; ++step) {
    const auto question = next_question(session);
    if (!session.answers().empty() && (!question || stream.below(5) == 0)) {
      session = undone(session);
    } else if (question) {
      session = answered(session, {*question, assessment(*question)});
    }
  }
  return session;
}

// Undone answers leave no trace in the result, only in the questions.
RC_GTEST_PROP(SessionProperty, AnUndoneAnswerChangesNoResult, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(25);
  const std::vector<int> level = distinct_levels(setup.document_count, seed);
  const Session session = after_some_steps(setup, by_level(level), seed);
  assert_is_top(result(finished(session, by_level(level))), level, setup.options.k);
}

/// What an assessor sees of a session.
using Sight = std::tuple<std::optional<DocIndex>, std::optional<DocIndex>, std::size_t, double>;

Sight seen(const Session& session) {
  const auto question = next_question(session);
  const auto left = question ? std::optional(question->left) : std::nullopt;
  const auto right = question ? std::optional(question->right) : std::nullopt;
  const SessionProgress done = progress(session);
  return {left, right, done.answered, done.expected_remaining};
}

// Answer, undo, answer otherwise, go on, undo: for checks as for other questions the sight of every
// place stays what it was, unless the answer ends the session or finds a document bad.
RC_GTEST_PROP(SessionProperty, NoUndoTellsWhyAQuestionIsAsked, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(12);
  const std::vector<int> level = distinct_levels(setup.document_count, seed);
  Session session(setup);
  while (const auto question = next_question(session)) {
    std::optional<Sight> first;
    std::optional<Sight> second;
    for (const Verdict verdict : {Verdict::left, Verdict::right, Verdict::cannot_judge}) {
      const Session probed = answered(session, {*question, verdict});
      if (!next_question(probed)) {  // the log goes on, but there is nothing more to see
        session = undone(probed);
        continue;
      }
      if (!first) first = seen(probed);
      RC_ASSERT(seen(probed) == *first);
      const Session further =
          answered(probed, {*next_question(probed), by_level(level)(*next_question(probed))});
      if (next_question(further)) {
        if (!second) second = seen(further);
        RC_ASSERT(seen(further) == *second);
      }
      session = undone(undone(further));
      RC_ASSERT(next_question(session) == question);
    }
    session = answered(session, {*question, by_level(level)(*question)});
  }
  assert_is_top(result(session), level, setup.options.k);
}

// Before, the question after an undo depended on the answers alone; such logs stay readable.
RC_GTEST_PROP(SessionProperty, ReadsLogsWithoutShownQuestions, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(12);
  RandomStream stream(seed, "q", "undo");
  std::vector<PreferenceEntry> log;
  std::vector<PreferenceEntry> standing;
  const ScriptedVerdicts assessment = at_random(seed);
  for (int step = 0; step < 40; ++step) {
    const auto question = next_question(replayed(setup, standing));
    if (!standing.empty() && (!question || stream.below(5) == 0)) {
      standing.pop_back();
      log.emplace_back(Undo{});
    } else if (question) {
      standing.emplace_back(Answer{*question, assessment(*question)});
      log.push_back(standing.back());
    }
  }
  const Session session = replayed(setup, log);
  const std::vector<PreferenceEntry> stands(session.answers().begin(), session.answers().end());
  RC_ASSERT(stands == standing);
  const Session anew = replayed(setup, standing);
  RC_ASSERT(next_question(session).has_value() == next_question(anew).has_value());
  if (!next_question(session)) RC_ASSERT(result(session) == result(anew));
}

RC_GTEST_PROP(SessionProperty, IsTheReplayOfItsLog, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(12);
  const Session session = after_some_steps(setup, at_random(seed), seed);
  const Session again = replayed(setup, session.log());
  assert_same(session, again);
  RC_ASSERT(std::equal(session.log().begin(), session.log().end(), again.log().begin(),
                       again.log().end()));
}

RC_GTEST_PROP(SessionProperty, GoesOnInPlaceAsByCopies, (std::uint64_t seed)) {
  const SessionSetup setup = any_setup(12);
  const Session session = after_some_steps(setup, at_random(seed), seed);
  const std::size_t half = session.log().size() / 2;
  const Session begin = replayed(setup, session.log().first(half));
  const std::size_t answers = begin.answers().size();
  SessionReplay replay(begin);
  for (const PreferenceEntry& entry : session.log().subspan(half)) replay.take(entry);
  assert_same(session, std::move(replay).session());
  RC_ASSERT(begin.log().size() == half);
  RC_ASSERT(begin.answers().size() == answers);
}

RC_GTEST_PROP(SessionProperty, AsksEachAssessorTheSameWhoeverElseAnswersInBetween,
              (std::uint64_t seed)) {
  constexpr std::size_t assessors = 3;
  SessionSetup setup = any_setup(10);
  std::vector<Session> together;
  std::vector<ScriptedVerdicts> assessment;
  std::vector<Session> alone;
  for (std::size_t who = 0; who < assessors; ++who) {
    setup.assessor = "assessor " + std::to_string(who);
    together.emplace_back(setup);
    assessment.push_back(at_random(seed + who));
    alone.push_back(finished(Session(setup), at_random(seed + who)));
  }
  RandomStream turns(seed, "q", "turns");
  const auto is_open = [](const Session& session) { return next_question(session).has_value(); };
  while (std::any_of(together.begin(), together.end(), is_open)) {
    const std::size_t who = turns.below(assessors);
    const auto question = next_question(together[who]);
    if (question) together[who] = answered(together[who], {*question, assessment[who](*question)});
  }
  for (std::size_t who = 0; who < assessors; ++who) assert_same(together[who], alone[who]);
}

RC_GTEST_PROP(SessionProperty, ExpectsQuestionsExactlyAsLongAsThereAreSome, (std::uint64_t seed)) {
  Session session(any_setup(10));
  const ScriptedVerdicts assessment = at_random(seed);
  while (const auto question = next_question(session)) {
    RC_ASSERT(progress(session).expected_remaining >= 1.0);
    session = answered(session, {*question, assessment(*question)});
  }
  RC_ASSERT(progress(session).expected_remaining == 0.0);
}

}  // namespace
}  // namespace podium::labelling
