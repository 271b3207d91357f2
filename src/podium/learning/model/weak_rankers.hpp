#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// A weak ranker: a feature itself, or whether it exceeds a threshold.
struct WeakRanker {
  enum class Kind : std::uint8_t { feature, threshold };
  Kind kind = Kind::threshold;
  std::uint32_t feature = 0;
  double threshold = 0.0;
  bool missing_passes = false;  ///< result of a threshold for a missing value

  double operator()(float value) const noexcept {
    if (kind == Kind::feature) return double{value};
    return (std::isnan(value) ? missing_passes : double{value} > threshold) ? 1.0 : 0.0;
  }

  bool operator==(const WeakRanker&) const = default;
};

/// A weak ranker with its weight in a sum.
struct WeakTerm {
  WeakRanker ranker;
  double weight = 0.0;

  bool operator==(const WeakTerm&) const = default;
};

/// f(x) = sum of weight_t * h_t(x), in the order in which boosting found the terms.
struct WeakRankerSum {
  std::size_t features = 0;
  std::vector<WeakTerm> terms;

  std::size_t feature_count() const noexcept { return features; }
  bool is_whole() const noexcept;
  bool accepts_missing() const noexcept;  ///< thresholds do, plain features do not
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

  bool operator==(const WeakRankerSum&) const = default;
};

}  // namespace podium
