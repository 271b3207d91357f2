#include "podium/research/cli/papers_program.hpp"

#include "podium/cli/commands.hpp"

namespace podium::research {

void add_research_commands(cli::Command& program) {
  add_reproduce_command(program);
  add_stand_in_command(program);
  add_verify_commands(program);
  cli::add_completions_command(program);
  cli::add_help_command(program);  // last: it completes the names of all others
}

}  // namespace podium::research
