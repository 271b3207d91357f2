#include "podium/cli/measure/measuring_args.hpp"

namespace podium {

void add_define(Command& command, std::vector<std::string>& definitions) {
  command
      .option("--define", definitions,
              "measure of your own, for example 'my=sum(gain*0.8^(rank-1))@10'; see "
              "docs/measures.md")
      .value("NAME=FORMULA")
      .one_each_time();
}

void MeasuringArgs::add_to(Command& command) {
  add_define(command, define);
  command.toggle("--condensed", condensed,
                 "remove documents without a judgement from the rankings before measuring");
  command.choice("--blank", blank, blank_queries_names,
                 "queries without a relevant document: count them, leave them out of all means, or "
                 "report both");
}

}  // namespace podium
