#pragma once

#include <string>

namespace podium {

/// What is wrong with a row: thrown by row formats, caught by readers, who add file and line.
struct RowProblem {
  const char* at;  ///< in the line's text
  std::string message;
};

}  // namespace podium
