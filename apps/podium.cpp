#include <iostream>
#include <string>
#include <vector>

#include "podium/cli/commands.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/standard_streams.hpp"

int main(int argc, char** argv) {
  podium::cli::reserve_standard_streams();
  podium::cli::end_cleanly_on_signals();
  return podium::cli::run_cli(podium::cli::podium_program,
                              std::vector<std::string>(argv + 1, argv + argc), std::cout,
                              std::cerr);
}
