#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "podium/data/dataset.hpp"

namespace podium {

/// The features of a model in order: by name, or by number where the training data has no names.
struct FeatureSet {
  std::size_t count = 0;
  std::uint32_t first_id = 1;      ///< number of the first feature: 0 or 1
  std::vector<std::string> names;  ///< one for each, or none

  /// The feature's name, or its number as text.
  std::string name(std::size_t feature) const;

  bool operator==(const FeatureSet&) const = default;
};

FeatureSet feature_set_of(const Dataset& data);

/// The data set with exactly these features, in this order and by these names.
///
///   both named     columns are found by name; others are ignored; a missing one is a UsageError
///   others         columns are used in order; another count is a UsageError, and so is another
///                  first number if both are numbered
///
/// Data without rows may have any features. Copies features only when their layout differs; exact
/// features are kept only without a copy.
Dataset with_feature_set(const Dataset& data, const FeatureSet& features);

}  // namespace podium
