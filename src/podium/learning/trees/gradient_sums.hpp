#pragma once

#include <cstdint>

#include "podium/learning/trees/leaf_rule.hpp"

namespace podium {

/// Sums of gradients and curvatures over any number of rows, as whole numbers of a unit, so that
/// the order of adding does not matter.
struct GradientSums {
  std::int64_t gradient = 0;
  std::int64_t curvature = 0;
  std::uint64_t rows = 0;

  template <class Cell>
  void add(const Cell& cell) {
    gradient += cell.gradient;
    curvature += cell.curvature;
    rows += cell.rows;
  }

  GradientSums minus(const GradientSums& other) const {
    return {gradient - other.gradient, curvature - other.curvature, rows - other.rows};
  }

  bool operator==(const GradientSums&) const = default;
};

/// The sums of one bin of a histogram.
template <class Int>
struct GradientCell {
  Int gradient = 0;
  Int curvature = 0;
  std::uint32_t rows = 0;

  void add(const GradientSums& sums) {
    gradient += static_cast<Int>(sums.gradient);
    curvature += static_cast<Int>(sums.curvature);
    rows += static_cast<std::uint32_t>(sums.rows);
  }

  GradientCell& operator+=(const GradientCell& other) {
    gradient += other.gradient;
    curvature += other.curvature;
    rows += other.rows;
    return *this;
  }

  GradientCell& operator-=(const GradientCell& other) {
    gradient -= other.gradient;
    curvature -= other.curvature;
    rows -= other.rows;
    return *this;
  }

  bool operator==(const GradientCell&) const = default;
};

/// The sums of few rows in one word: gradient in the upper 24 bits, curvature in the middle 24, a
/// count in the lower 16. Words are added as they are.
using PackedSums = std::uint64_t;

constexpr PackedSums packed(const GradientSums& sums) {
  return (static_cast<std::uint64_t>(sums.gradient) << 40U) +
         (static_cast<std::uint64_t>(sums.curvature) << 16U) + sums.rows;
}

constexpr GradientSums unpacked(PackedSums word) {
  return {static_cast<std::int64_t>(word) >> 40, static_cast<std::int64_t>(word >> 16 & 0xFFFFFF),
          word & 0xFFFF};
}

/// Powers of two.
struct GradientUnits {
  double gradient = 1.0;
  double curvature = 1.0;

  LeafSums of(const GradientSums& sums) const noexcept {
    return {gradient * static_cast<double>(sums.gradient),
            curvature * static_cast<double>(sums.curvature)};
  }
};

}  // namespace podium
