#pragma once

#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/profile.hpp"

namespace podium {

/// Whether the program of the profile takes the measure of labels 0 and 1 only.
inline bool needs_binary_labels(const Profile& profile, const MeasureEntry& entry) {
  return profile.name == "xgboost" && (entry.name == "p" || entry.name == "map");
}

/// Whether it takes the measure of whole labels only.
inline bool needs_whole_labels(const Profile& profile, const MeasureEntry& entry) {
  return (profile.name == "lightgbm" || profile.name == "xgboost") && entry.name == "ndcg";
}

}  // namespace podium
