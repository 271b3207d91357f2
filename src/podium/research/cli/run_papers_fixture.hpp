#pragma once

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/research/cli/papers_program.hpp"

namespace podium::research {

/// The results of a command line of `podium-papers`, for tests.
inline cli::CliResult run_papers(const std::vector<std::string>& arguments) {
  return cli::run_in_process(arguments, papers_program);
}

}  // namespace podium::research
