#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

/// Trees as numbers, and back, for checkpoints. trees_from throws DataError when they are not
/// trees over so many features.
std::vector<double> to_numbers(std::span<const RegressionTree> trees);
std::vector<RegressionTree> trees_from(std::span<const double> numbers, std::size_t features);

}  // namespace podium
