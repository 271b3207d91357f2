#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/strategy.hpp"

namespace podium::labelling {

/// The order in which documents are compared: that of the candidates, best first, or shuffled.
enum class FirstOrder : std::uint8_t { given, random };

/// Options for collecting top-k preferences.
struct SessionOptions {
  std::size_t k = 10;
  Strategy strategy = Strategy::tournament;
  FirstOrder order = FirstOrder::given;
  bool infer = true;
  bool infer_ties = false;
  bool ties = true;
  std::size_t votes = 1;
  std::size_t repeat_every = 0;
  std::size_t gold_every = 0;

  static auto fields() {
    using S = SessionOptions;
    return std::array{
        field("k", &S::k, 1, 1000, "length of the ordered list of best documents"),
        field("strategy", &S::strategy, strategy_names, "strategy for choosing questions"),
        field("order", &S::order, std::array<std::string_view, 2>{"given", "random"},
              "compare documents in first-stage order (given) or in random order"),
        field("infer", &S::infer,
              "do not ask about pairs whose order follows from earlier strict preferences"),
        field("infer-ties", &S::infer_ties,
              "also infer from ties; not recommended for crowd workers, whose ties are often "
              "inconsistent"),
        field("ties", &S::ties, "allow assessors to answer that two documents are equally good"),
        field(
            "votes", &S::votes, 1, 99,
            "ask about each pair until more than half of this many answers agree; a pair without a "
            "majority is a tie"),
        field("repeat-every", &S::repeat_every, 0, 1000,
              "repeat a question with sides swapped after this many answers; 0: never"),
        field("gold-every", &S::gold_every, 0, 1000,
              "ask about a gold pair after this many answers; 0: never"),
    };
  }

  bool operator==(const SessionOptions&) const = default;
};

/// A pair with a known answer.
struct GoldPair {
  DocIndex better = 0;
  DocIndex worse = 0;

  bool operator==(const GoldPair&) const = default;
};

/// The query and the assessor. All questions of a session follow from this and the answers.
struct SessionSetup {
  SessionOptions options;
  std::size_t document_count = 0;
  std::vector<GoldPair> gold;
  std::uint64_t seed = 1;
  std::string query_id;
  std::string assessor;  ///< part of the seed of sides and repeats
};

/// The k best documents of a session.
struct TopKResult {
  std::vector<std::vector<DocIndex>> top;  ///< places, best first; a place may be shared by ties
  std::vector<DocIndex> rest;              ///< below them, in input order
  std::vector<DocIndex> bad;               ///< bad documents, in input order; not in rest

  bool operator==(const TopKResult&) const = default;
};

struct SessionProgress {
  std::size_t answered = 0;  ///< answers that were not undone
  /// Questions; 0 exactly at the end. Estimated anew after every tenth answer only.
  double expected_remaining = 0.0;
};

/// A labelling session of one assessor and one query. A value: copies are independent, and the
/// functions below return a new state for an old one. No clock, no disk: resume, undo, replication
/// and audit are all replay of the log.
class Session {
 public:
  /// Throws UsageError for gold pairs of unknown documents.
  explicit Session(SessionSetup setup);

  const SessionSetup& setup() const noexcept;

  /// The whole log, including undone answers and undos.
  std::span<const PreferenceEntry> log() const noexcept;

  /// The answers that were not undone.
  std::span<const Answer> answers() const noexcept;

 private:
  struct State;
  std::shared_ptr<const State> state_;
  explicit Session(std::shared_ptr<const State> state);

  friend std::optional<Question> next_question(const Session& session);
  friend Session answered(const Session& session, const Answer& answer);
  friend Session undone(const Session& session);
  friend TopKResult result(const Session& session);
  friend class SessionReplay;
  friend SessionProgress progress(const Session& session);
};

/// The next question; nothing when the top k is known.
std::optional<Question> next_question(const Session& session);

/// The session after an answer. Throws UsageError when the answer is not for next_question(), or is
/// a tie where ties are not allowed.
Session answered(const Session& session, const Answer& answer);

/// The session without its last answer, whose question is asked again. What has been shown since
/// comes again, too, in the same order, before new questions are chosen; except for questions about
/// bad documents, and unless the top k is known. Throws UsageError when there is none.
Session undone(const Session& session);

/// Folds entries one after the other in place: a session has a table of all pairs, which is too
/// large to copy with each answer, as answered() and undone() do.
class SessionReplay {
 public:
  explicit SessionReplay(SessionSetup setup);
  /// Continues from a session, which is not changed.
  explicit SessionReplay(const Session& begin);

  /// Throws UsageError, without a change, when answered() or undone() would, except for logs of
  /// earlier versions, which chose the questions after an undo anew.
  void take(const PreferenceEntry& entry);

  Session session() &&;

 private:
  std::shared_ptr<Session::State> state_;
};

/// Folds a log; the same as answered() and undone() one after the other.
Session replayed(SessionSetup setup, std::span<const PreferenceEntry> log);

/// The result of a session; requires that no question is left.
TopKResult result(const Session& session);

SessionProgress progress(const Session& session);

/// The result as a truth; ties are broken at random by (seed, query id).
TopKTruth truth_of(const TopKResult& result, std::uint64_t seed, std::string_view query_id);

}  // namespace podium::labelling
