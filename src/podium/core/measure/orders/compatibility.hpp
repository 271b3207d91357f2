#pragma once

#include <array>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// How deep the overlap with the ideal list counts.
struct CompatibilityOptions {
  double p = 0.95;

  static auto fields() {
    return std::array{field("p", &CompatibilityOptions::p, 0.01, 0.999,
                            "persistence: weight of each depth relative to the previous one")};
  }
};

/// Compatibility: the largest rank-biased overlap of the ranked list with an ideal list. [Clarke20]
///
///   C = O(ranked, ideal) / O(ideal, ideal),   O = sum over d = 1 .. depth of  p^(d-1) X_d / d
///
/// An ideal list holds the documents of positive label by descending label; among equal labels the
/// one that follows the ranked list overlaps most. X_d counts what the first d places share; lists
/// that end early stay as they are. The cutoff is the depth, 1000 without one. Range [0, 1]; not
/// defined when nothing has a positive label. O(n).
MeasureFunction make_compatibility(const OptionText& options, std::size_t cutoff,
                                   const Profile& profile);

}  // namespace podium
