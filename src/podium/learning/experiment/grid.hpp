#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium {

/// Values of one option to choose from.
struct GridAxis {
  std::string option;
  std::vector<std::string> values;
};

/// Reads "option=v1,v2,..."; throws UsageError.
GridAxis parse_grid_axis(std::string_view text);

/// The cells of a grid that differ in the algorithm's path option alone.
struct GridChain {
  OptionText options;  ///< what they have in common
  GridAxis path;       ///< no option and one empty value when the grid has no path

  /// The options of each cell, from strong to weak regularisation.
  std::vector<OptionText> cells() const;
};

/// All combinations, as chains. Values of a path are sorted from strong to weak regularisation;
/// equal ones count once. Throws UsageError for an option that is given twice and for a path whose
/// values are no numbers.
std::vector<GridChain> grid_chains(const AlgorithmEntry& algorithm, std::span<const GridAxis> grid);

}  // namespace podium
