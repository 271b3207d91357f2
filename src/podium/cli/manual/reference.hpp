#pragma once

#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// The command and all below it in Markdown, a section for each. Flags that all commands take are
/// described once, with the program.
std::string markdown_reference(const Command& command);

}  // namespace podium::cli
