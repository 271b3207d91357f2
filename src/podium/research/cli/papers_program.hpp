#pragma once

#include "podium/cli/cli.hpp"

namespace podium::research {

/// Adds all commands of `podium-papers`.
void add_research_commands(cli::Command& program);

// One function for each command, each in its own file.
void add_reproduce_command(cli::Command& program);
void add_stand_in_command(cli::Command& program);
void add_verify_commands(cli::Command& program);

inline constexpr cli::Program papers_program{
    .name = "podium-papers",
    .summary = "run the experiments of published papers again and check their theorems",
    .add_commands = add_research_commands};

}  // namespace podium::research
