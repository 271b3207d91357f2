#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

/// The thresholds that regression trees choose from: those of choose_thresholds() at quantiles, of
/// which no threshold is needed to part missing from present values, since trees learn where
/// missing values go. A feature has at most `maximum` thresholds, 254 if values are missing. Of
/// more than 2^18 rows, about as many that are drawn at random decide.
Thresholds tree_thresholds(const Dataset& data, std::size_t maximum, std::uint64_t seed);

/// Sorts in ascending order without comparisons: O(n). No value may be NaN.
void sort_floats(std::span<float> values);

}  // namespace podium
