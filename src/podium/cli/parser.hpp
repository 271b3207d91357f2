#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// The request of a command line: the work of a command, its help page, the program's version, or
/// nothing, when it names only a command that has further commands.
enum class CommandRequest { work, help, version, nothing };

struct ParsedLine {
  const Command* command = nullptr;
  CommandRequest request = CommandRequest::work;
  std::vector<UsedFile> files;  ///< that the line names
};

/// Finds the command and hands the values of flags to it, in the order of declaration. Throws
/// UsageError when the command line does not fit the description.
ParsedLine parse_command_line(const Command& program, std::span<const std::string> arguments);

}  // namespace podium::cli
