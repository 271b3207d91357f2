#pragma once

#include <cstdint>

#include "podium/trees/leaf_rule.hpp"

namespace podium {

/// Sums over rows as whole numbers of a unit, so that no order of adding matters.
template <class Int>
struct PullCell {
  Int gradient = 0;
  Int curvature = 0;
  std::uint32_t rows = 0;

  PullCell& operator-=(const PullCell& other) {
    gradient -= other.gradient;
    curvature -= other.curvature;
    rows -= other.rows;
    return *this;
  }

  bool operator==(const PullCell&) const = default;
};

/// The same for any number of rows.
struct PullSums {
  std::int64_t gradient = 0;
  std::int64_t curvature = 0;
  std::uint64_t rows = 0;

  template <class Cell>
  void add(const Cell& cell) {
    gradient += cell.gradient;
    curvature += cell.curvature;
    rows += cell.rows;
  }

  PullSums minus(const PullSums& other) const {
    return {gradient - other.gradient, curvature - other.curvature, rows - other.rows};
  }

  bool operator==(const PullSums&) const = default;
};

/// Powers of two.
struct PullUnits {
  double gradient = 1.0;
  double curvature = 1.0;

  LeafSums of(const PullSums& sums) const noexcept {
    return {gradient * static_cast<double>(sums.gradient),
            curvature * static_cast<double>(sums.curvature)};
  }
};

}  // namespace podium
