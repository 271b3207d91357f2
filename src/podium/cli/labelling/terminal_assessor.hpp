#pragma once

#include <iosfwd>

#include "podium/cli/labelling/asked_assessor.hpp"

namespace podium::cli {

/// A person at a terminal: questions go to `out`, a key and Enter come from `in`; its end is that
/// of the work. What others wrote is shown without what could steer the terminal.
AskedAssessor terminal_assessor(std::istream& in, std::ostream& out, BodyOf body_of);

}  // namespace podium::cli
