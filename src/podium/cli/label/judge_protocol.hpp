#pragma once

#include "podium/cli/label/asked_assessor.hpp"
#include "podium/cli/label/judge_program.hpp"

namespace podium {

/// What two verdicts on a pair, both as seen from the same side, say together: the weaker one that
/// both support, such as "left" of "left" and "right-bad", or the mark of a bad document on which
/// they agree. Where they have nothing in common it is a tie, or not to be judged where ties are
/// forbidden or one of them could not judge.
Verdict common_verdict(Verdict first, Verdict second, bool ties);

/// A program as an assessor. A preference is asked twice, the second time with sides swapped, and
/// what holds is what both answers say together. Throws DataError
/// with the program and the line of its output when an answer is none. See docs/labelling.md.
AskedAssessor program_assessor(JudgeProgram& program, BodyOf body_of);

}  // namespace podium
