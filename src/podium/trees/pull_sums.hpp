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

/// The sums of few rows in one word: gradient in the upper 24 bits, curvature in the middle 24, a
/// count in the lower 16. Words are added and subtracted as they are.
using PackedCell = std::uint64_t;

constexpr PackedCell packed(const PullSums& sums) {
  return (static_cast<std::uint64_t>(sums.gradient) << 40U) +
         (static_cast<std::uint64_t>(sums.curvature) << 16U) + sums.rows;
}

constexpr PullSums unpacked(PackedCell word) {
  return {static_cast<std::int64_t>(word) >> 40, static_cast<std::int64_t>(word >> 16 & 0xFFFFFF),
          word & 0xFFFF};
}

template <class Int>
void add_to_cell(PullCell<Int>& cell, const PullSums& sums) {
  cell.gradient += static_cast<Int>(sums.gradient);
  cell.curvature += static_cast<Int>(sums.curvature);
  cell.rows += static_cast<std::uint32_t>(sums.rows);
}

inline void add_to_cell(PackedCell& cell, const PullSums& sums) {
  cell += packed(sums);
}

/// How cells are added up one after the other.
template <class Cell>
struct RunningSums {
  using Type = PullSums;
  template <class Sums>
  static void add(PullSums& sum, const Sums& more) {
    sum.add(more);
  }
  static bool has_rows(const auto& sums) { return sums.rows != 0; }
  static PullSums minus(const PullSums& all, const PullSums& part) { return all.minus(part); }
};

template <>
struct RunningSums<PackedCell> {
  using Type = PackedCell;
  static void add(PackedCell& sum, PackedCell more) { sum += more; }
  static bool has_rows(PackedCell sums) { return (sums & 0xFFFF) != 0; }
  static PackedCell minus(const PullSums& all, PackedCell part) { return packed(all) - part; }
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
