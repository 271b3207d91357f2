#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/knowledge.hpp"
#include "podium/labelling/label/session/session.hpp"

namespace podium::labelling {

/// The state of a session after the answers that were not undone: all questions and results follow
/// from it. A value without a history, changed only by adding answers.
class SessionFold {
 public:
  explicit SessionFold(std::shared_ptr<const SessionSetup> setup);

  const SessionSetup& setup() const noexcept { return *setup_; }
  const std::shared_ptr<const SessionSetup>& shared_setup() const noexcept { return setup_; }
  const std::vector<Answer>& answers() const noexcept { return answers_; }
  const Knowledge& knowledge() const noexcept { return knowledge_; }

  /// Adds an answer to next_question().
  void take(const Answer& answer);

  /// Whether one of the documents was called bad: nothing is asked about them any more.
  bool is_bad(const DocPair& pair) const noexcept;

  std::optional<Question> next_question() const;

  /// The best min(k, documents that are not bad) under `prefers`, found by the session's strategy.
  std::vector<DocIndex> select(const Prefers& prefers) const;

  /// The expected number of repeats and gold pairs during `needed` > 0 more answers.
  double expected_checks(double needed) const noexcept;

 private:
  std::optional<DocPair> needed_pair() const;
  bool is_remembered(const DocPair& pair) const;
  std::optional<Question> due_repeat() const;
  std::optional<Question> due_gold() const;
  Question question(const DocPair& pair, Purpose purpose, std::size_t attempt) const;
  void note_needed(const Answer& answer);
  std::size_t first_gold() const noexcept;
  void pass_gold(const DocPair& pair) noexcept;

  std::shared_ptr<const SessionSetup> setup_;
  std::vector<DocIndex> order_;
  Knowledge knowledge_;
  std::vector<Answer> answers_;
  std::vector<DocPair> put_off_;   ///< the one that has waited longest first
  std::vector<DocPair> repeated_;  ///< in the order of asking
  std::size_t gold_passed_ = 0;    ///< gold pairs that were asked or skipped
  std::size_t since_repeat_ = 0;   ///< needed answers since the last repeat
  std::size_t since_gold_ = 0;
};

}  // namespace podium::labelling
