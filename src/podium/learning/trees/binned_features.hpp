#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/kernels/bins.hpp"

namespace podium {

enum class BinPlacement { equal_width, quantile };
inline constexpr std::array<std::string_view, 2> bin_placement_names = {"equal-width", "quantile"};

/// How the thresholds of a feature are chosen.
struct BinOptions {
  std::size_t thresholds = 255;
  BinPlacement placement = BinPlacement::equal_width;

  static auto fields() {
    using Self = BinOptions;
    return std::array{
        field("thresholds", &Self::thresholds, 1, 255,
              "maximum number of thresholds per feature; at most 254 if values are missing"),
        field("bins", &Self::placement, bin_placement_names,
              "place thresholds at equal steps between the smallest and the largest value, or with "
              "equally many values between them"),
    };
  }
};

/// Thresholds of each feature, ascending; none for a feature that never varies and never lacks.
using Thresholds = std::vector<std::vector<double>>;

/// The thresholds that the options want, from the values that are there:
///
///   equal width   lo + t (hi - lo) / (T + 1),  t = 1 .. T
///   quantile      halfway between neighbouring values, all of them if they are T or fewer, else
///                 around each value that n / (T + 1) rows or more have, which gets a bin of its
///                 own, and with equally many of the other rows between them
///
/// Where values are missing the first threshold is below all others and parts missing from present.
Thresholds choose_thresholds(const Dataset& data, const BinOptions& options);

/// Equal values of a feature.
struct ValueRun {
  float value = 0.0F;
  std::size_t count = 0;
};

/// The runs of values in ascending order.
std::vector<ValueRun> runs_of(std::span<const float> ascending);

/// Thresholds at quantiles, at most `count`, of runs in ascending order. Halfway to an infinity is
/// the finite neighbour.
std::vector<double> quantile_thresholds(std::span<const ValueRun> runs, std::size_t count);

/// Every feature of every row as the number of thresholds that it exceeds, a byte each, one
/// feature after the other; of sparse data only where the feature is not 0. Made once, read in
/// every round of boosting.
class BinnedFeatures {
 public:
  /// The bin of missing values; other values have smaller bins where there are missing ones.
  static constexpr std::uint8_t missing_bin = 255;
  static constexpr std::size_t bin_count = 256;

  /// Throws ContractError for thresholds that are not ascending, for more than 255 of them, or more
  /// than 254 where values are missing.
  BinnedFeatures(const Dataset& data, Thresholds thresholds);

  std::size_t row_count() const noexcept { return rows_; }
  std::size_t feature_count() const noexcept { return thresholds_.size(); }
  std::span<const double> thresholds(std::size_t feature) const { return thresholds_[feature]; }
  bool has_missing(std::size_t feature) const { return has_missing_[feature] != 0; }

  /// One bin for each row; `memory` holds them where they are sparse. BinTest::readable_behind
  /// bytes follow them.
  std::span<const std::uint8_t> bins(std::size_t feature, std::vector<std::uint8_t>& memory) const;

  bool is_sparse() const noexcept { return !begin_.empty(); }

  /// Of sparse data: the rows, ascending, in which a feature is stored, their bins, and the bin of
  /// all others, whose value is 0.
  struct SparseBins {
    std::span<const std::uint32_t> row;
    std::span<const std::uint8_t> bin;
    std::uint8_t others = 0;
  };
  SparseBins sparse_bins(std::size_t feature) const;

 private:
  void check_thresholds(const Dataset& data);
  void fill_rows(const QueryView& view, std::span<const ThresholdTable> tables,
                 Workspace& workspace);
  void fill_columns(const Dataset& data);
  std::span<std::uint8_t> part(std::size_t begin, std::size_t size) const {
    return {bins_.get() + begin, size};
  }

  std::size_t rows_;
  Thresholds thresholds_;
  std::vector<char> has_missing_;
  std::shared_ptr<std::uint8_t[]> bins_;  ///< may be on disk
  // of sparse data
  std::vector<std::size_t> begin_;  ///< of each feature in row_ and bins_, and their size
  std::vector<std::uint32_t> row_;
};

}  // namespace podium
