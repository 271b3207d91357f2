#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/experiment/grid.hpp"

namespace podium::cli {

/// The options that the flag was given: texts of the form option=value, each option once. Throws
/// UsageError for any other text.
OptionText parse_assignments(const std::vector<std::string>& texts,
                             std::string_view flag = "--set");

/// The axes that --grid was given. Throws UsageError for an option that it names twice or that is
/// set already.
std::vector<GridAxis> parse_grid(const std::vector<std::string>& texts, const OptionText& set);

}  // namespace podium::cli
