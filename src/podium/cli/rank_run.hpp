#pragma once

#include <span>
#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// Throws UsageError for a command that cannot run as several processes.
void check_runs_over_ranks(const Command& program, const Command& command);

/// Does the work of a command that was read from these words, and returns the exit code: alone, or
/// as one of the ranks that the environment speaks of (core/ranks/ranks_environment.hpp). Rank 0
/// alone writes and prints, also an error that all ranks share; a rank that has lost another one
/// says so itself, whichever it is.
int run_alone_or_as_rank(const Command& program, const Command& command, const Context& context,
                         std::span<const std::string> words);

}  // namespace podium::cli
