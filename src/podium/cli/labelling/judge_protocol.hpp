#pragma once

#include "podium/cli/labelling/asked_assessor.hpp"
#include "podium/cli/labelling/judge_program.hpp"

namespace podium::cli {

/// The verdict that two verdicts on a pair, both as seen from the same side, have in common: the
/// weaker one that both support, such as "left" of "left" and "right-bad", or the document that
/// both call bad. If they have nothing in common it is a tie, or "cannot judge" if ties are
/// forbidden or one of them could not judge.
labelling::Verdict common_verdict(labelling::Verdict first, labelling::Verdict second, bool ties);

/// A program as an assessor. A preference is asked twice, the second time with sides swapped; the
/// reply is their common verdict. Throws DataError with the program and the line of its output for
/// an answer that is not valid. See docs/labelling.md.
AskedAssessor program_assessor(JudgeProgram& program, BodyOf body_of);

}  // namespace podium::cli
