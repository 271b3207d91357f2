#pragma once

#include <cstdint>
#include <string>

#include "podium/core/base/table.hpp"
#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

// Answers in the order in which each assessor gave them, with their times and comments. Text of
// people and of imported files is written so that no spreadsheet takes it for a formula: a ' is put
// before it.

/// Answers to preference questions that stand.
Table preference_answers(const Judgements& judgements, Whom whom);

/// Answers to grading questions that stand.
Table grade_answers(const Judgements& judgements, Whom whom);

/// The answers to both kinds of questions, also those that were undone: preferences (document: the
/// left one, other: the right one), then grades. Says whether the session is finished and, of a
/// finished list, the places of the two documents, so that the tables of a study [Niu12, Tables 1
/// to 3] can be computed from it.
Table all_answers(const Judgements& judgements, Whom whom);

/// Milliseconds since 1970 as "2026-01-31T12:00:00.000Z" (ISO 8601).
std::string utc_time(std::int64_t milliseconds);

}  // namespace podium::labelling
