#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// The command, which no help page shows, that completion scripts call with the words of a line up
/// to the cursor.
inline constexpr std::string_view complete_command = "complete";

/// What may stand in the place of the last word, a line each: commands, flags and values with a
/// description behind a tab; or `@files` or `@folders`, whose names the shell completes.
std::string completions(const Command& program, std::vector<std::string> words);

/// A script that completes command lines of a program; the shell is bash, zsh or fish.
enum class Shell { bash, zsh, fish };
std::string completion_script(Shell shell, const std::string& program);

/// The text in single quotes of a POSIX shell.
std::string shell_quoted(const std::string& text);

}  // namespace podium::cli
