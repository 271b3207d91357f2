#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

/// Ascending thresholds, as a search without branches wants them.
class ThresholdTable {
 public:
  /// At most 255.
  explicit ThresholdTable(std::span<const double> thresholds);

  /// bins[i] is the number of thresholds that values[i] exceeds, or `missing` for NaN.
  void find_bins(std::span<const float> values, std::uint8_t missing,
                 std::span<std::uint8_t> bins) const;

 private:
  /// A float exceeds a threshold if and only if it exceeds the next float that is not above it.
  /// Behind the last threshold: infinity, which nothing exceeds.
  alignas(64) std::array<float, 256> thresholds_;
  int first_step_ = 0;  ///< the largest power of 2 up to their number
};

}  // namespace podium
