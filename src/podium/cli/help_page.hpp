#pragma once

#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// The style of text on a terminal.
struct TextStyle {
  std::size_t width = 80;  ///< 0: not known
  bool is_coloured = false;
};

/// The output of `--help`: summary, usage, commands or flags, examples.
std::string help_page(const Command& command, TextStyle style);

/// The form of a command line: "podium train ALGORITHM --train FILE --model FILE [OPTIONS]".
std::string usage_line(const Command& command);

/// A flag with its value: "--train FILE", or "FILE..." for an argument by position.
std::string flag_heading(const Flag& flag);

/// The help of a flag with all that is known of its value: "... (required; default: 5)".
std::string flag_text(const Flag& flag);

/// The text as a sentence: with a capital at its beginning, unless it begins with a name such as
/// "csv:", and a full stop at its end.
std::string as_sentence(std::string text);

}  // namespace podium::cli
