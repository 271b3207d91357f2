#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

struct TimeOptions {
  double idle = 120.0;

  static auto fields() {
    using S = TimeOptions;
    return std::array{field("idle", &S::idle, 0.1, 1e6,
                            "ignore the times of answers that took longer than this many seconds")};
  }
};

/// Times of answers. Undone answers are included: they took time, too.
struct AnswerTimes {
  std::size_t counted = 0;
  std::size_t idle = 0;  ///< excluded because they took too long
  double mean = 0.0;     ///< seconds; NaN of none
  double median = 0.0;
};

AnswerTimes answer_times(std::vector<double> seconds, const TimeOptions& options);

/// Work with one tool: what Table 1 of [Niu12] shows. Work per query is that of finished sessions,
/// one assessor and one query each; it is NaN when there is none.
struct ToolWork {
  AnswerTimes answer;                 ///< of all answers
  std::size_t sessions = 0;           ///< finished
  double judgements_per_query = 0.0;  ///< answers that were not undone
  double minutes_per_query = 0.0;     ///< of answers that were not idle
};

ToolWork preference_work(const Judgements& judgements, Whom whom, const TimeOptions& options = {});
ToolWork grading_work(const Judgements& judgements, Whom whom, const TimeOptions& options = {});

}  // namespace podium::labelling
