#pragma once

#include <cstdint>
#include <string>

#include "podium/base/table.hpp"
#include "podium/label/analysis/agreement.hpp"
#include "podium/label/analysis/judgements.hpp"

namespace podium {

// Every answer that stands, in the order in which each assessor gave them, with its times and its
// comment. Text of people and of imported files is written so that no spreadsheet takes it for a
// formula: a ' is put before it.

/// Answers to preference questions.
Table preference_answers(const Judgements& judgements, Whom whom);

/// Answers to grading questions.
Table grade_answers(const Judgements& judgements, Whom whom);

/// Milliseconds since 1970 as "2026-01-31T12:00:00.000Z" (ISO 8601).
std::string utc_time(std::int64_t milliseconds);

}  // namespace podium
