#pragma once

#include "podium/cli/asked_assessor.hpp"
#include "podium/cli/judge_program.hpp"

namespace podium {

/// A program as an assessor. A preference is asked twice, the second time with sides swapped; when
/// the two do not agree it is a tie, or not to be judged where ties are forbidden. Throws DataError
/// with the program and the line of its output when an answer is none. See docs/labelling.md.
AskedAssessor program_assessor(JudgeProgram& program, BodyOf body_of);

}  // namespace podium
