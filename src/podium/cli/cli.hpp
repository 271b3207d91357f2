#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace podium {

/// Runs one command line, without the program's name. Results go to `out`, messages to `err`.
/// Returns the exit code: 0 done, 2 wrong usage, 3 bad input, 4 numerical failure, 5 storage or
/// network, 130 interrupted.
int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace podium
