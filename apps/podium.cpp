#include <iostream>
#include <string>
#include <vector>

#include "podium/cli/cli.hpp"

int main(int argc, char** argv) {
  return podium::run_cli(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr);
}
