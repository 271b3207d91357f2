#pragma once

#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

// Scripts that complete command lines of the program: commands, flags, their values where these are
// known, and names of files and folders.
std::string bash_completions(const Command& program);
std::string zsh_completions(const Command& program);
std::string fish_completions(const Command& program);

/// The kind of completion for the value of a flag.
enum class Completion { nothing, names, files, folders };
Completion completion_of(const Flag& flag);

/// The text in single quotes of a POSIX shell.
std::string shell_quoted(const std::string& text);

}  // namespace podium::cli
