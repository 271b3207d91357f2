#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/gradient_sums.hpp"
#include "podium/learning/trees/leaf_rule.hpp"

namespace podium {

/// What a split must have to count.
struct SplitRule {
  LeafRule leaf;
  std::uint64_t min_rows = 20;
  double min_curvature = 1e-3;
  double min_gain = 0.0;
};

/// A leaf whose best split is looked for.
struct SplitLeaf {
  GradientSums sums;
  GradientUnits units;
  ValueLimits limits;
};

/// Rows whose bin of a feature is at most `bin` go left; where bin is the number of thresholds, all
/// that are present.
struct FoundSplit {
  double gain = 0.0;
  BinSlot slot;
  std::size_t bin = 0;
  bool missing_left = false;
  std::uint64_t set = 0;  ///< of a set feature: the bins that go left, a bit each; else 0
  GradientSums left;
  double left_value = 0.0;
  double right_value = 0.0;

  /// Whether this one is taken: the larger gain, of equal ones the smaller feature.
  bool is_before(const FoundSplit& other) const noexcept {
    return gain != other.gain ? gain > other.gain : slot.feature < other.slot.feature;
  }
};

/// What was found by looking for a split of a leaf by one feature.
struct SlotSearch {
  std::optional<FoundSplit> best;
  /// Whether any threshold leaves enough rows and curvature on both sides. If none does, none ever
  /// will for a part of these rows.
  bool is_divisible = true;
};

/// In place of the sign of a monotone feature: its values are codes, which are split by sets.
inline constexpr int split_by_set = 2;

/// The best split of a leaf by one feature, whose cells are given. Each threshold is tried with
/// missing values right, then left; then all present values left against missing ones right. Only a
/// strictly larger gain replaces. `sign` is that of a monotone feature, else 0: the values of the
/// sides must be in that order. None if no threshold gains `enough`; the order of a monotone
/// feature is checked after that, so that the result may gain less.
///
/// Of a set feature, codes are put in the order of their gradient by curvature, and those at either
/// end are tried as the left side; codes of few rows go right [Ke17]. The order is chosen by the
/// gradients, so the curvature of each side gets a constant more, here as in the order.
template <class Cell>
SlotSearch best_split(const SplitRule& rule, const SplitLeaf& leaf, const BinSlot& slot,
                      std::span<const Cell> cells, int sign, double enough);

extern template SlotSearch best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                                      std::span<const GradientCell<std::int32_t>>, int, double);
extern template SlotSearch best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                                      std::span<const GradientCell<std::int64_t>>, int, double);

}  // namespace podium
