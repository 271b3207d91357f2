#pragma once

#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/data/dataset.hpp"
#include "podium/format/read.hpp"

namespace podium {

/// Reads a data set and tells the user what the reader noticed.
Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context);

/// The scores of a file, one for each row of the data, in row order. Another number of them is a
/// DataError.
std::vector<double> read_row_scores(const std::string& path, const Dataset& data);

/// Declares a required option that names a file to write.
void add_output(CLI::App& command, std::string& path, const std::string& help);

}  // namespace podium
