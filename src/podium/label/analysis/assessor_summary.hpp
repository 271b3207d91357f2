#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "podium/label/analysis/circular_triples.hpp"
#include "podium/label/analysis/judgements.hpp"
#include "podium/label/analysis/judging_time.hpp"
#include "podium/label/analysis/side_bias.hpp"

namespace podium {

/// So many of so many.
struct Hits {
  std::size_t hits = 0;
  std::size_t asked = 0;

  /// NaN when nothing was asked.
  double share() const noexcept { return static_cast<double>(hits) / static_cast<double>(asked); }
};

/// What is to be known of an assessor's work.
struct AssessorSummary {
  std::string name;
  bool is_program = false;
  std::size_t judgements = 0;  ///< answers that stand, of both tools
  std::size_t undone = 0;
  AnswerTimes preference_times;
  AnswerTimes grading_times;
  SideBias side;
  CircularTriples triples;
  Hits repeats;      ///< asked again, said the same
  Hits gold;         ///< known answers, given
  Hits reliability;  ///< pairs of documents seen as most of the others see them
};

/// One summary per assessor. The others whom one is held against are people, whoever one is; a pair
/// counts when the others' most frequent relation (better, tied, worse) is not shared by two.
std::vector<AssessorSummary> assessor_summaries(const Judgements& judgements,
                                                const TimeOptions& options = {});

}  // namespace podium
