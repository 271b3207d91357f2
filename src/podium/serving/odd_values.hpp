#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/prepare/feature_ranges.hpp"

namespace podium::serving {

/// Values of a query that a model has not learned from, counted by feature. Both lists are empty
/// where there are none.
struct OddValues {
  std::vector<std::uint64_t> missing;
  std::vector<std::uint64_t> outside;  ///< of the ranges of the training data

  void add(const OddValues& other);
};

/// Counts them in rows of `width` values. Ranges that are not known hold everything; they may have
/// more features than the rows.
OddValues odd_values(std::span<const float> rows, std::size_t width, const FeatureRanges& ranges);

}  // namespace podium::serving
