#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "podium/cli/commands.hpp"

namespace podium::cli {

/// The results of a command line, for tests.
struct CliResult {
  int code = 0;
  std::string out;
  std::string err;
};

inline CliResult run_in_process(const std::vector<std::string>& arguments,
                                const Program& program = podium_program) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(program, arguments, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace podium::cli
