#pragma once

#include <array>
#include <span>
#include <string_view>
#include <tuple>

#include "podium/core/base/options.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// What a label y is worth as a target score.
enum class LabelValue {
  linear,  ///< y^power
  gain,    ///< 2^y - 1
};

inline constexpr std::array<std::string_view, 2> label_value_names = {"linear", "gain"};

/// Which labels a full order gets. A top-k truth always has k, k-1, ... and 0 below.
enum class FullOrderLabels {
  places_below,  ///< n-1 for the best, ..., 0: the truth's own
  zero_to_ten,   ///< the same, scaled to [0, 10], which does not saturate a softmax
  down_to_one,   ///< n for the best, ..., 1
};

/// Turns labels into the target scores psi of losses that compare scores with targets.
///
///   psi(d) = scale * value(label of d),   `rest` for the documents below a top-k truth's k
///
/// Labels below 0 count as 0, as in the measures. The value of a label is the same in every query,
/// so y^power gives levels 1 and 2 the ratio 2^-power everywhere.
struct LabelMap {
  LabelValue value = LabelValue::linear;
  double power = 1.0;  ///< of LabelValue::linear
  double scale = 1.0;
  double rest = 0.0;
  FullOrderLabels full_order = FullOrderLabels::places_below;

  /// Writes psi of each document. Throws NumericError naming the label whose target is too large to
  /// compute with, and UsageError when `rest` is not below the target of the last of the k places.
  void write_targets(const TruthView& truth, std::span<double> psi) const;
};

// The options of losses with the members label_map, label_power and label_scale.

template <class Self>
auto label_map_fields() {
  return std::array{
      field("label-map", &Self::label_map, label_value_names,
            "target of a label y: y^label-power, or the gain 2^y - 1"),
      field("label-power", &Self::label_power, 0.01, 100.0, "exponent of the linear label map"),
  };
}

template <class Self>
auto label_scale_field() {
  return std::array{
      field("label-scale", &Self::label_scale, 1e-6, 1e6, "factor applied to the targets")};
}

}  // namespace podium
