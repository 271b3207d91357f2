#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "podium/core/data/truth.hpp"

namespace podium::labelling {

/// Why a question is asked. Only needed questions decide the result; a repeat checks whether an
/// assessor is consistent, a gold pair compares with a known answer.
enum class Purpose : std::uint8_t { needed, repeat, gold };

inline constexpr std::array<std::string_view, 3> purpose_names = {"needed", "repeat", "gold"};

/// Which of these two documents is better for the query?
struct Question {
  DocIndex left = 0;
  DocIndex right = 0;
  Purpose purpose = Purpose::needed;

  bool operator==(const Question&) const = default;
};

/// The answer of an assessor to a question.
enum class Verdict : std::uint8_t {
  left,          ///< the left one is better
  right,         ///< the right one is better
  tie,           ///< they are equally good
  left_bad,      ///< the left one is bad: of no use for the query
  right_bad,     ///< the right one is bad
  both_bad,      ///< both are bad
  later,         ///< ask again when there is nothing else left to ask
  cannot_judge,  ///< do not ask again
};

inline constexpr std::array<std::string_view, 8> verdict_names = {
    "left", "right", "tie", "left-bad", "right-bad", "both-bad", "later", "cannot-judge"};

struct Answer {
  Question question;
  Verdict verdict = Verdict::tie;

  bool operator==(const Answer&) const = default;
};

/// The answer of an assessor who is asked for the grade of a document.
struct Grading {
  enum class Kind : std::uint8_t { grade, later, cannot_judge };

  DocIndex document = 0;
  Kind kind = Kind::grade;
  std::uint32_t grade = 0;  ///< 0 is the worst; of Kind::grade only

  bool operator==(const Grading&) const = default;
};

inline constexpr std::array<std::string_view, 3> grading_kind_names = {"grade", "later",
                                                                       "cannot-judge"};

/// Undoes the last answer that was not undone. It is an entry of its own: nothing is ever deleted
/// from the log.
struct Undo {
  bool operator==(const Undo&) const = default;
};

/// One entry of a log; a session is a fold over these.
using PreferenceEntry = std::variant<Answer, Undo>;
using GradingEntry = std::variant<Grading, Undo>;

}  // namespace podium::labelling
