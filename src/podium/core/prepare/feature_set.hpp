#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

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

/// Ends the name of a feature that has the codes of a categorical one for trees, which split it by
/// sets of codes. Its column in data is that of the categorical feature.
inline constexpr std::string_view set_suffix = " (set)";

inline bool is_set_feature(std::string_view name) {
  return name.ends_with(set_suffix);
}

/// The features without those, which data does not have. Features that are numbered without gaps
/// have no names then.
FeatureSet without_set_features(FeatureSet features);

FeatureSet feature_set_of(const Dataset& data);

/// The number that a name stands for: 7 for "7" and "f7"; nothing for other names.
std::optional<std::uint64_t> feature_number(std::string_view name);

/// The places of the wanted features among the given ones: of the same name, else of the same
/// number. Features that are not wanted are ignored, unless the given ones have no names and the
/// wanted ones are numbered without gaps: then something differs that only the user knows. Throws
/// UsageError for a feature that is missing.
std::vector<std::size_t> matching_features(const FeatureSet& wanted, const FeatureSet& given);

/// The data set with exactly these features, in this order and by these names, found by
/// matching_features(). Data without rows may have any features. Copies features only when their
/// layout differs; exact features are kept only without a copy.
Dataset with_feature_set(const Dataset& data, const FeatureSet& features);

/// The data set with its columns named as these features, in order, whatever they were called.
/// Throws UsageError for another number of columns.
Dataset by_position(const Dataset& data, const FeatureSet& all);

}  // namespace podium
