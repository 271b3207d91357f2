#pragma once

#include <functional>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Whether all documents of each query get one score: the order would be that of a file. Ends at
/// the first query with two scores.
bool ranks_nothing(const Dataset& data,
                   const std::function<std::vector<double>(const Dataset&)>& score);

}  // namespace podium
