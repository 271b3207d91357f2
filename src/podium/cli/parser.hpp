#pragma once

#include <map>
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

/// The words behind the name of a command, by the flag or argument that each belongs to.
struct SortedWords {
  std::map<const Flag*, std::vector<std::string>> given;  ///< a toggle as it was typed
  bool asks_for_help = false;
  const Flag* waiting = nullptr;      ///< its value would be the next word
  const Flag* lacking = nullptr;      ///< the first whose value would be another flag
  const Flag* open = nullptr;         ///< takes the next word, too, unless that is a flag
  std::vector<std::string> unknown;   ///< flags that the command does not have
  std::vector<std::string> unwanted;  ///< words that no flag or argument takes

  void take(const Flag& flag, const std::string& text);
};

/// Follows the GNU conventions: "--flag VALUE" or "--flag=VALUE", flags and arguments in any order,
/// only arguments behind "--". A flag of the command is a value only behind "=". Names of flags
/// cannot be abbreviated. A flag with several values takes all words up to the next flag, except
/// for those that required arguments need.
SortedWords sort_words(const Command& command, std::span<const std::string> words);

}  // namespace podium::cli
