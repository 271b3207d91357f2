#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "podium/data/dataset.hpp"

namespace podium {

/// Changes the features of one query in place: `values` comes as a copy of the old ones, row by
/// row, exact where the data set has exact ones.
using QueryTransform = std::function<void(std::size_t query, std::span<double> values)>;

/// The data set with other features, made query by query in parallel. Exact features stay exact.
Dataset transform_features(const Dataset& data, const QueryTransform& transform);

/// The column of a feature given by its name or by its number in the file. Throws UsageError when
/// there is none.
std::size_t find_feature(const Dataset& data, std::string_view name_or_number);

}  // namespace podium
