#include "podium/labelling/label/session/session.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/label/session/remaining.hpp"
#include "podium/labelling/label/session/session_fold.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t answers_between_estimates = 10;

std::shared_ptr<const SessionSetup> checked(SessionSetup setup) {
  for (const GoldPair& gold : setup.gold) {
    const DocIndex highest = std::max(gold.better, gold.worse);
    if (highest >= setup.document_count || gold.better == gold.worse) {
      throw UsageError("found the gold pair " + to_text(gold.better) + ", " + to_text(gold.worse) +
                       ", expected two of " + to_text(setup.document_count) + " documents");
    }
  }
  return std::make_shared<const SessionSetup>(std::move(setup));
}

/// Without the purpose: assessors read this, and must not learn which questions check them.
std::string text_of(const Question& question) {
  return to_text(question.left) + " and " + to_text(question.right);
}

void check(const Answer& answer, const std::optional<Question>& asked, bool ties) {
  if (answer.question != asked) {
    const bool is_same_pair =
        asked && asked->left == answer.question.left && asked->right == answer.question.right;
    throw UsageError("found an answer to " + text_of(answer.question) +
                     (is_same_pair ? " with another purpose than that of the question" : "") +
                     ", expected " + (asked ? "one to " + text_of(*asked) : "no further answer"));
  }
  if (answer.verdict == Verdict::tie && !ties) {
    throw UsageError("found a tie, expected a preference: ties are not allowed");
  }
}

/// Whether `doc` shares the place of those before it: it ties with the last of them, and is not
/// known to be worse or better than another.
bool shares(const std::vector<DocIndex>& place, DocIndex doc, const Knowledge& knowledge) {
  if (knowledge.relation(place.back(), doc) != Relation::tie) return false;
  return std::none_of(place.begin(), place.end(), [&](DocIndex other) {
    const Relation relation = knowledge.relation(other, doc);
    return relation == Relation::better || relation == Relation::worse;
  });
}

SessionFold folded(std::shared_ptr<const SessionSetup> setup, std::span<const Answer> answers) {
  SessionFold fold(std::move(setup));
  for (const Answer& answer : answers) fold.take(answer);
  return fold;
}

std::vector<Answer> standing_answers(std::span<const PreferenceEntry> log) {
  std::vector<Answer> standing;
  for (const PreferenceEntry& entry : log) {
    if (const auto* answer = std::get_if<Answer>(&entry)) {
      standing.push_back(*answer);
    } else {
      standing.pop_back();
    }
  }
  return standing;
}

}  // namespace

struct Session::State {
  SessionFold fold;
  std::vector<PreferenceEntry> log;
  std::optional<Question> next;
  /// Questions that were shown before an undo, the nearest last. They come again whatever is
  /// answered now: otherwise a check would be the question after which another answer changes
  /// nothing.
  std::vector<Question> shown;
  /// The lengths of the log when the 10th, 20th, ... answer was given for the first time. The
  /// number of remaining questions is estimated by what was known then, and falls by one with each
  /// answer in between: an answer to a check, from which nothing follows, looks like others, and so
  /// does an answer after an undo.
  std::vector<std::size_t> estimated_at;

  static State at_start(SessionSetup setup) {
    State state{SessionFold(checked(std::move(setup))), {}, {}, {}, {}};
    state.next = state.fold.next_question();
    return state;
  }

  void take(const Answer& answer) {
    check(answer, next, fold.setup().options.ties);
    fold.take(answer);
    log.emplace_back(answer);
    if (fold.answers().size() == (estimated_at.size() + 1) * answers_between_estimates) {
      estimated_at.push_back(log.size());
    }
    next = fold.next_question();
    while (!shown.empty() && fold.is_bad(pair_of(shown.back()))) shown.pop_back();
    if (!next || shown.empty()) return;
    next = shown.back();
    shown.pop_back();
  }

  /// Logs of earlier versions do not ask again what was shown before an undo.
  void take_stored(const Answer& answer) {
    if (answer.question != next && answer.question == fold.next_question()) {
      next = answer.question;
      shown.clear();
    }
    take(answer);
  }

  void take_back() {
    if (fold.answers().empty()) throw UsageError("there is no answer to undo");
    std::vector<Answer> standing = fold.answers();
    if (next) shown.push_back(*next);
    next = standing.back().question;
    standing.pop_back();
    fold = folded(fold.shared_setup(), standing);
    log.emplace_back(Undo{});
  }
};

Session::Session(SessionSetup setup)
    : state_(std::make_shared<const State>(State::at_start(std::move(setup)))) {}

Session::Session(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const SessionSetup& Session::setup() const noexcept {
  return state_->fold.setup();
}

std::span<const PreferenceEntry> Session::log() const noexcept {
  return state_->log;
}

std::span<const Answer> Session::answers() const noexcept {
  return state_->fold.answers();
}

std::optional<Question> next_question(const Session& session) {
  return session.state_->next;
}

Session answered(const Session& session, const Answer& answer) {
  auto state = std::make_shared<Session::State>(*session.state_);
  state->take(answer);
  return Session(std::move(state));
}

Session undone(const Session& session) {
  auto state = std::make_shared<Session::State>(*session.state_);
  state->take_back();
  return Session(std::move(state));
}

SessionReplay::SessionReplay(SessionSetup setup)
    : state_(std::make_shared<Session::State>(Session::State::at_start(std::move(setup)))) {}

SessionReplay::SessionReplay(const Session& begin)
    : state_(std::make_shared<Session::State>(*begin.state_)) {}

void SessionReplay::take(const PreferenceEntry& entry) {
  const auto* answer = std::get_if<Answer>(&entry);
  answer != nullptr ? state_->take_stored(*answer) : state_->take_back();
}

Session SessionReplay::session() && {
  return Session(std::move(state_));
}

Session replayed(SessionSetup setup, std::span<const PreferenceEntry> log) {
  SessionReplay replay(std::move(setup));
  for (const PreferenceEntry& entry : log) replay.take(entry);
  return std::move(replay).session();
}

TopKResult result(const Session& session) {
  const SessionFold& fold = session.state_->fold;
  expects(!session.state_->next, "a finished session");
  const Knowledge& knowledge = fold.knowledge();
  TopKResult found;
  std::vector<bool> is_top(fold.setup().document_count, false);
  for (const DocIndex doc : fold.select(
           [&](DocIndex a, DocIndex b) { return knowledge.relation(a, b) == Relation::better; })) {
    is_top[doc] = true;
    if (found.top.empty() || !shares(found.top.back(), doc, knowledge)) found.top.emplace_back();
    found.top.back().push_back(doc);
  }
  for (DocIndex doc = 0; doc < is_top.size(); ++doc) {
    if (!is_top[doc]) (knowledge.is_bad(doc) ? found.bad : found.rest).push_back(doc);
  }
  return found;
}

SessionProgress progress(const Session& session) {
  const Session::State& state = *session.state_;
  const std::size_t answered = session.answers().size();
  if (!state.next) return {answered, 0.0};
  const std::size_t estimates = answered / answers_between_estimates;
  const std::size_t entries = estimates == 0 ? 0 : state.estimated_at[estimates - 1];
  const SessionFold then =
      folded(state.fold.shared_setup(), standing_answers(session.log().first(entries)));
  const std::size_t since = answered % answers_between_estimates;
  return {answered, std::max(1.0, expected_remaining(then) - static_cast<double>(since))};
}

TopKTruth truth_of(const TopKResult& result, std::uint64_t seed, std::string_view query_id) {
  TopKTruth truth;
  truth.document_count = result.rest.size() + result.bad.size();
  RandomStream stream(seed, query_id, "ties");
  for (std::vector<DocIndex> place : result.top) {
    stream.shuffle(std::span(place));
    truth.best.insert(truth.best.end(), place.begin(), place.end());
  }
  truth.document_count += truth.best.size();
  return truth;
}

}  // namespace podium::labelling
