#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "podium/learning/trees/binned_features.hpp"

namespace podium {

/// Where the sums of a feature's bins are in a histogram: from first_cell on, one cell for each bin
/// between thresholds, then one for missing values if there are any. Many features have few values,
/// and clearing cells that no row has would take most of the time of small leaves.
struct BinSlot {
  std::uint32_t feature = 0;
  std::size_t first_cell = 0;
  std::size_t thresholds = 0;
  bool has_missing = false;

  std::size_t missing_cell() const noexcept { return thresholds + 1; }  ///< from first_cell on
  std::size_t cells() const noexcept { return thresholds + (has_missing ? 2 : 1); }
};

/// Some features' bins row by row, and where their sums are in a histogram.
struct BinTile {
  /// `stride` for each row: the cell of each slot, counted from its first one, then zeros.
  std::span<const std::uint8_t> bytes;
  std::span<const BinSlot> slots;  ///< of cells that follow one another

  std::size_t width() const noexcept { return slots.size(); }
  std::size_t stride() const noexcept { return stride_of(width()); }
  std::size_t first_cell() const { return slots.front().first_cell; }
  std::size_t cells() const {
    return slots.back().first_cell + slots.back().cells() - first_cell();
  }

  /// A power of 2: no row is in two lines of a cache.
  static constexpr std::size_t stride_of(std::size_t width) { return std::bit_ceil(width); }
};

/// The bins of all features that can be split, as histograms read them: up to 16 dense features at
/// a time, so that the histogram of a tile stays in the first cache while all rows go by.
/// Features of sparse data that are 0 in nearly all rows are no part of a tile; their bins are read
/// as BinnedFeatures stores them.
class BinTiles {
 public:
  static constexpr std::size_t maximum_width = 16;
  static constexpr std::size_t bins = BinnedFeatures::bin_count;

  /// Borrows `binned`.
  explicit BinTiles(const BinnedFeatures& binned);

  const BinnedFeatures& binned() const noexcept { return *binned_; }
  std::size_t row_count() const noexcept { return binned_->row_count(); }

  /// Slots in the order of features: first those of tiles.
  std::span<const BinSlot> slots() const noexcept { return slots_; }
  std::size_t cell_count() const noexcept { return cells_; }

  /// Those that can be split, ascending.
  std::vector<std::uint32_t> features() const;

  /// Tiles are nearly of one width, and more than one are an even number, so that two threads share
  /// them evenly.
  std::size_t tile_count() const noexcept { return tiles_; }
  BinTile tile(std::size_t tile) const;

  /// Those that are no part of a tile.
  std::span<const BinSlot> sparse_slots() const { return std::span(slots_).subspan(dense_slots_); }

 private:
  /// The first slot of a tile; that of the tile after the last is the number of slots.
  std::size_t first_slot(std::size_t tile) const { return tile * dense_slots_ / tiles_; }
  void fill_tiles();

  const BinnedFeatures* binned_;
  std::vector<BinSlot> slots_;
  std::size_t dense_slots_ = 0;
  std::size_t tiles_ = 0;
  std::size_t cells_ = 0;
  std::vector<std::shared_ptr<std::uint8_t[]>> bytes_;  ///< of each tile; may be on disk
};

}  // namespace podium
