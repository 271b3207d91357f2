#pragma once

#include <optional>

#include "podium/labelling/label/session/answer.hpp"

namespace podium::labelling {

/// A verdict as the outcome of a match: 1 when the left document wins, 0 when the right one does,
/// a half when they are equal or both bad; nothing when there is no judgement. A document wins
/// against a bad one.
constexpr std::optional<double> left_win(Verdict verdict) {
  switch (verdict) {
    case Verdict::left:
    case Verdict::right_bad:
      return 1.0;
    case Verdict::right:
    case Verdict::left_bad:
      return 0.0;
    case Verdict::tie:
    case Verdict::both_bad:
      return 0.5;
    case Verdict::later:
    case Verdict::cannot_judge:
      break;
  }
  return std::nullopt;
}

/// The same for the document with the smaller index, on whichever side it was shown.
constexpr std::optional<double> first_win(const Answer& answer) {
  const std::optional<double> left = left_win(answer.verdict);
  if (!left || answer.question.left < answer.question.right) return left;
  return 1.0 - *left;
}

}  // namespace podium::labelling
