#pragma once

#include <span>
#include <string>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The data set with one more feature behind the others, one value per row. Features without names
/// get their numbers as names. Exact features are not kept. Throws UsageError when there is a
/// feature of that name.
Dataset with_added_feature(const Dataset& data, const std::string& name,
                           std::span<const double> values);

}  // namespace podium
