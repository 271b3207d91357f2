#pragma once

#include <cstddef>
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

/// All combinations, those that differ in the algorithm's path option together, from strong to weak
/// regularisation; equal values of the path count once. Throws UsageError for an option that is
/// given twice and for a path whose values are no numbers.
std::vector<OptionText> grid_points(const AlgorithmEntry& algorithm,
                                    std::span<const GridAxis> grid);

/// One training that options are chosen by: an algorithm with options, on a fold.
struct GridCell {
  std::string algorithm;
  OptionText options;
  std::size_t fold = 0;
  bool is_baseline = false;  ///< the existing ranking in the place of a model
  double lambda = 0.0;       ///< RunOptions::lambda

  bool operator==(const GridCell&) const = default;
  bool operator<(const GridCell& other) const;
};

}  // namespace podium
