#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "podium/labelling/label/analysis/circular_triples.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/analysis/judging_time.hpp"
#include "podium/labelling/label/analysis/side_bias.hpp"

namespace podium::labelling {

/// A number of successes out of a number of trials.
struct Hits {
  std::size_t hits = 0;
  std::size_t asked = 0;

  /// NaN when nothing was asked.
  double share() const noexcept { return static_cast<double>(hits) / static_cast<double>(asked); }
};

/// A summary of an assessor's work.
struct AssessorSummary {
  std::string name;
  bool is_program = false;
  std::size_t judgements = 0;  ///< answers that were not undone, of both tools
  std::size_t undone = 0;
  AnswerTimes preference_times;
  AnswerTimes grading_times;
  SideBias side;
  CircularTriples triples;
  Hits repeats;      ///< consistent answers to repeated questions
  Hits gold;         ///< correct answers to gold pairs
  Hits reliability;  ///< pairs of documents judged like the majority of others
};

/// One summary per assessor. Each assessor, also a program, is compared with other people; a pair
/// counts when the others have a unique most frequent relation (better, tied, worse).
std::vector<AssessorSummary> assessor_summaries(const Judgements& judgements,
                                                const TimeOptions& options = {});

}  // namespace podium::labelling
