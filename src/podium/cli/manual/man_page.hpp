#pragma once

#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// The manual page of a command in roff, for section 1.
std::string man_page(const Command& command);

/// The name of its file: "podium-data-check.1".
std::string man_page_file(const Command& command);

}  // namespace podium::cli
