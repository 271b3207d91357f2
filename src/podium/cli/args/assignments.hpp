#pragma once

#include <string>
#include <vector>

#include "podium/core/base/options.hpp"

namespace podium::cli {

/// The options that --set was given: texts of the form option=value; the last one counts. Throws
/// UsageError for any other text.
OptionText parse_assignments(const std::vector<std::string>& texts);

}  // namespace podium::cli
