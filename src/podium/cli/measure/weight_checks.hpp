#pragma once

#include <string>

#include "podium/cli/command.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/format/read.hpp"

namespace podium::cli {

/// Throws UsageError for a file of row weights, which no measure can use.
void refuse_row_weights(const ReadOptions& read, const std::string& measure);

/// Tells the user when the data has columns of row weights, which stay without effect.
void say_unused_row_weights(const Dataset& data, const std::string& path, const Context& context);

}  // namespace podium::cli
