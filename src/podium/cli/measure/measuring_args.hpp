#pragma once

#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/measure/blank_queries.hpp"
#include "podium/measure/evaluate.hpp"
#include "podium/measure/own/definitions.hpp"

namespace podium {

/// Declares --define, with which users name measures of their own.
void add_define(Command& command, std::vector<std::string>& definitions);

/// Which documents and queries are measured.
struct MeasuringArgs {
  std::vector<std::string> define;
  bool condensed = false;
  BlankQueries blank = BlankQueries::keep;

  void add_to(Command& command);

  ListRule lists() const { return condensed ? ListRule::condensed : ListRule::whole; }
};

}  // namespace podium
