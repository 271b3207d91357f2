#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// A change of features that treats each feature of each query by itself.
struct FeatureTransform {
  /// Changes the values of a feature in place, one for each document of the query; they come exact
  /// where the data set has exact ones. A query may be asked for more than once.
  std::function<void(std::size_t query, std::size_t feature, std::span<double> values)> apply;

  /// The features, ascending, that do not stay 0 where they are 0 in all documents of a query. Of
  /// sparse data, only they and features with another value are asked for.
  std::vector<std::size_t> moved_zeros;
};

/// The data set with other features, made query by query in parallel. Exact features stay exact.
/// Sparse data stays sparse unless too few of the new values are 0.
Dataset transform_features(const Dataset& data, const FeatureTransform& transform);

/// The column of a feature given by its name or by its number in the file. Throws UsageError when
/// there is none; it names the option that asks for the feature.
std::size_t find_feature(const Dataset& data, std::string_view name_or_number,
                         std::string_view option = "feature");

}  // namespace podium
