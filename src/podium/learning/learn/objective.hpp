#pragma once

#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// Checks the option `objective` against training data with its truth as the loss is to see it, and
/// gives it the highest grade of the data if it needs one. Returns what the user should know:
/// grades that a binary measure does not tell apart, and queries for which the measure is flat: no
/// exchange of two documents, in the order of the data, changes it. Throws UsageError for a binary
/// measure if all documents are relevant, and for a measure that needs an order of graded
/// documents.
std::vector<std::string> resolve_objective(OptionText& options, const Dataset& train,
                                           double highest_label);

}  // namespace podium
