#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The least and the largest value of each feature. Both lists are empty where nobody knows.
struct FeatureRanges {
  /// Beyond so many features nobody looks at the range of each, and a model file would become
  /// large.
  static constexpr std::size_t most_features = 10'000;

  /// The next value is often far beyond fewer.
  static constexpr std::size_t fewest_rows = 20;

  std::vector<float> low;
  std::vector<float> high;

  bool operator==(const FeatureRanges&) const = default;
};

/// Of the finite values of a data set; 0 and 0 for a feature that has none. Nothing for more than
/// most_features, fewer than fewest_rows, and for data without features. The same bits for any
/// number of threads.
FeatureRanges feature_ranges(const Dataset& data);

/// The features that seem to have other units than those of the ranges: a tenth of the values that
/// are not missing, or more, are beyond them by more than the whole range. Features that had one
/// value, or that are words, have no units; of ranges, there may be more than features.
std::vector<std::size_t> features_in_other_units(const Dataset& data, const FeatureRanges& ranges);

/// The same for rows of as many values as there are ranges.
std::vector<std::size_t> features_in_other_units(std::span<const float> rows,
                                                 const FeatureRanges& ranges);

}  // namespace podium
