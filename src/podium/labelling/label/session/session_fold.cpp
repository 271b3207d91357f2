#include "podium/labelling/label/session/session_fold.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {
namespace {

/// Answers between two votes on a pair, if there is another question to ask.
constexpr std::size_t answers_between_votes = 3;

std::vector<DocIndex> first_order(const SessionSetup& setup) {
  std::vector<DocIndex> order(setup.document_count);
  std::iota(order.begin(), order.end(), DocIndex{0});
  if (setup.options.order == FirstOrder::random) {
    RandomStream(setup.seed, setup.query_id, "label").shuffle(std::span(order));
  }
  return order;
}

bool is_judgement(Verdict verdict) noexcept {
  return verdict == Verdict::left || verdict == Verdict::right || verdict == Verdict::tie;
}

bool calls_bad(Verdict verdict) noexcept {
  return verdict == Verdict::left_bad || verdict == Verdict::right_bad ||
         verdict == Verdict::both_bad;
}

}  // namespace

SessionFold::SessionFold(std::shared_ptr<const SessionSetup> setup)
    : setup_(std::move(setup)),
      order_(first_order(*setup_)),
      knowledge_(setup_->document_count, {.votes = setup_->options.votes,
                                          .infer = setup_->options.infer,
                                          .infer_ties = setup_->options.infer_ties}) {}

void SessionFold::take(const Answer& answer) {
  answers_.push_back(answer);
  const bool is_answered = answer.verdict != Verdict::later;
  switch (answer.question.purpose) {
    case Purpose::needed:
      note_needed(answer);
      return;
    case Purpose::repeat:
      if (is_answered) repeated_.push_back(pair_of(answer.question));
      since_repeat_ = 0;
      break;
    case Purpose::gold:
      if (is_answered) pass_gold(pair_of(answer.question));
      since_gold_ = 0;
      break;
  }
  // A check does not decide a pair, but a document that was called bad is bad.
  if (calls_bad(answer.verdict)) knowledge_.learn(answer);
}

void SessionFold::note_needed(const Answer& answer) {
  const DocPair pair = pair_of(answer.question);
  std::erase(put_off_, pair);
  if (answer.verdict == Verdict::later) {
    put_off_.push_back(pair);
    return;
  }
  knowledge_.learn(answer);
  ++since_repeat_;
  ++since_gold_;
}

std::vector<DocIndex> SessionFold::select(const Prefers& prefers) const {
  // Bad documents stay in the run, where they lose against all others: without them a tournament
  // would pair the others differently.
  const std::size_t good = setup_->document_count - knowledge_.bad_count();
  return info(setup_->options.strategy).select(order_, std::min(setup_->options.k, good), prefers);
}

std::optional<DocPair> SessionFold::needed_pair() const {
  // One run over the known pairs. An unknown pair is recorded and treated as "no"; only the first
  // one is certain to be needed, but when it was put off, or has just been voted on, the next ones
  // are the best guess.
  std::optional<DocPair> fresh;
  std::optional<DocPair> remembered;
  std::size_t waiting = put_off_.size();
  select([&](DocIndex a, DocIndex b) {
    const Relation relation = knowledge_.relation(a, b);
    if (relation == Relation::unknown && !fresh) {
      const DocPair pair = pair_of(a, b);
      const auto found = std::find(put_off_.begin(), put_off_.end(), pair);
      waiting = std::min(waiting, static_cast<std::size_t>(found - put_off_.begin()));
      if (found == put_off_.end()) {
        if (!is_remembered(pair)) {
          fresh = pair;
        } else if (!remembered) {
          remembered = pair;
        }
      }
    }
    return relation == Relation::better;
  });
  if (fresh) return fresh;
  if (remembered || waiting == put_off_.size()) return remembered;
  return put_off_[waiting];
}

/// Whether the pair waits for another vote and was shown so recently that an assessor would repeat
/// the answer from memory.
bool SessionFold::is_remembered(const DocPair& pair) const {
  if (knowledge_.vote_count(pair) == 0) return false;
  const auto lately = static_cast<std::ptrdiff_t>(std::min(answers_between_votes, answers_.size()));
  return std::any_of(answers_.end() - lately, answers_.end(),
                     [&](const Answer& answer) { return pair_of(answer.question) == pair; });
}

std::optional<Question> SessionFold::next_question() const {
  const std::optional<DocPair> needed = needed_pair();
  if (!needed) return std::nullopt;
  if (const auto repeat = due_repeat()) return repeat;
  if (const auto gold = due_gold()) return gold;
  return question(*needed, Purpose::needed, knowledge_.vote_count(*needed));
}

std::optional<Question> SessionFold::due_repeat() const {
  const std::size_t every = setup_->options.repeat_every;
  if (every == 0 || since_repeat_ < every) return std::nullopt;
  // Not the last one: an assessor who has just answered it would answer from memory.
  const DocPair last = pair_of(answers_.back().question);
  std::vector<Question> candidates;
  for (const Answer& answer : answers_) {
    const DocPair pair = pair_of(answer.question);
    if (answer.question.purpose == Purpose::needed && is_judgement(answer.verdict) &&
        pair != last && !is_bad(pair) &&
        std::find(repeated_.begin(), repeated_.end(), pair) == repeated_.end()) {
      candidates.push_back(answer.question);
    }
  }
  if (candidates.empty()) return std::nullopt;
  RandomStream stream(setup_->seed, setup_->query_id,
                      "repeat " + to_text(repeated_.size()) + " " + setup_->assessor);
  const Question& drawn = candidates[stream.below(candidates.size())];
  return Question{drawn.right, drawn.left, Purpose::repeat};
}

std::optional<Question> SessionFold::due_gold() const {
  const std::size_t every = setup_->options.gold_every;
  if (every == 0 || since_gold_ < every || first_gold() == setup_->gold.size()) return std::nullopt;
  const GoldPair& gold = setup_->gold[first_gold()];
  return question(pair_of(gold.better, gold.worse), Purpose::gold, 0);
}

bool SessionFold::is_bad(const DocPair& pair) const noexcept {
  return knowledge_.is_bad(pair.low) || knowledge_.is_bad(pair.high);
}

/// The next gold pair of documents that were not called bad.
std::size_t SessionFold::first_gold() const noexcept {
  std::size_t next = gold_passed_;
  while (next < setup_->gold.size() &&
         is_bad(pair_of(setup_->gold[next].better, setup_->gold[next].worse))) {
    ++next;
  }
  return next;
}

/// Not always first_gold(): what was shown before an undo is asked again.
void SessionFold::pass_gold(const DocPair& pair) noexcept {
  for (std::size_t at = gold_passed_; at < setup_->gold.size(); ++at) {
    const GoldPair& gold = setup_->gold[at];
    if (pair_of(gold.better, gold.worse) != pair) continue;
    gold_passed_ = at + 1;
    return;
  }
}

Question SessionFold::question(const DocPair& pair, Purpose purpose, std::size_t attempt) const {
  RandomStream stream(setup_->seed, setup_->query_id,
                      "sides " + to_text(pair.low) + " " + to_text(pair.high) + " " +
                          std::string(purpose_names[static_cast<std::size_t>(purpose)]) + " " +
                          setup_->assessor);
  const bool is_low_left = (stream.below(2) + attempt) % 2 == 0;
  return is_low_left ? Question{pair.low, pair.high, purpose}
                     : Question{pair.high, pair.low, purpose};
}

double SessionFold::expected_checks(double needed) const noexcept {
  const auto due = [&](std::size_t every, std::size_t since) {
    return every == 0 ? 0.0
                      : (static_cast<double>(since) + needed - 1.0) / static_cast<double>(every);
  };
  const auto gold_left = static_cast<double>(setup_->gold.size() - first_gold());
  return due(setup_->options.repeat_every, since_repeat_) +
         std::min(gold_left, due(setup_->options.gold_every, since_gold_));
}

}  // namespace podium::labelling
