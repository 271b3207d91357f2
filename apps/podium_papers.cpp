#include <iostream>
#include <string>
#include <vector>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/standard_streams.hpp"
#include "podium/research/cli/papers_program.hpp"

int main(int argc, char** argv) {
  podium::cli::reserve_standard_streams();
  podium::cli::end_cleanly_on_signals();
  return podium::cli::run_cli(podium::research::papers_program,
                              std::vector<std::string>(argv + 1, argv + argc), std::cout,
                              std::cerr);
}
