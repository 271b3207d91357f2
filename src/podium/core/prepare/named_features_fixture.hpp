#pragma once

#include <string>
#include <vector>

#include "podium/core/prepare/feature_set.hpp"

namespace podium {

/// For tests: the data set with these names of its features.
inline Dataset with_names(const Dataset& data, const std::vector<std::string>& names) {
  FeatureSet features = feature_set_of(data);
  features.names = names;
  return by_position(data, features);
}

}  // namespace podium
