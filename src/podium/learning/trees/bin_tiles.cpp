#include "podium/learning/trees/bin_tiles.hpp"

#include <algorithm>

#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

/// Whether a column of (row, bin) pairs is read faster than a byte for each row.
bool is_nearly_empty(const BinnedFeatures& binned, std::size_t feature) {
  constexpr std::size_t most = 20;  // at most one row of so many is stored
  return binned.is_sparse() && binned.sparse_bins(feature).row.size() * most <= binned.row_count();
}

/// A split needs two sides: thresholds, or missing and present values.
bool can_be_split(const BinnedFeatures& binned, std::size_t feature) {
  return !binned.thresholds(feature).empty() || binned.has_missing(feature);
}

}  // namespace

BinTiles::BinTiles(const BinnedFeatures& binned) : binned_(&binned) {
  std::vector<BinSlot> sparse;
  for (std::size_t f = 0; f < binned.feature_count(); ++f) {
    if (!can_be_split(binned, f)) continue;
    (is_nearly_empty(binned, f) ? sparse : slots_)
        .push_back({.feature = static_cast<std::uint32_t>(f),
                    .thresholds = binned.thresholds(f).size(),
                    .has_missing = binned.has_missing(f)});
  }
  dense_slots_ = slots_.size();
  tiles_ = (dense_slots_ + maximum_width - 1) / maximum_width;
  if (tiles_ > 1) tiles_ += tiles_ % 2;
  slots_.insert(slots_.end(), sparse.begin(), sparse.end());
  for (BinSlot& slot : slots_) {
    slot.first_cell = cells_;
    cells_ += slot.cells();
  }
  fill_tiles();
}

std::vector<std::uint32_t> BinTiles::features() const {
  std::vector<std::uint32_t> found;
  for (const BinSlot& slot : slots_) found.push_back(slot.feature);
  std::ranges::sort(found);
  return found;
}

BinTile BinTiles::tile(std::size_t tile) const {
  const std::size_t begin = first_slot(tile);
  BinTile found{.bytes = {},
                .slots = std::span(slots_).subspan(begin, first_slot(tile + 1) - begin)};
  found.bytes = {bytes_[tile].get(), bytes_[tile] ? row_count() * found.stride() : 0};
  return found;
}

void BinTiles::fill_tiles() {
  const std::size_t rows = row_count();
  bytes_.resize(tiles_);
  parallel_for(tiles_, [&](std::size_t t) {
    const BinTile unfilled = tile(t);
    const std::size_t stride = unfilled.stride();
    bytes_[t] = bulk_array<std::uint8_t>(rows * stride);
    std::uint8_t* const out = bytes_[t].get();
    // A tile may be on disk and is written once; a column of sparse bins is made at every call.
    const std::size_t at_once = binned_->is_sparse() ? rows : std::size_t{1} << 16U;
    std::vector<std::uint8_t> memory;
    for (std::size_t begin = 0; begin < rows; begin += at_once) {
      const std::size_t end = std::min(rows, begin + at_once);
      OutOfCore::keep_limit();
      for (std::size_t column = 0; column < unfilled.width(); ++column) {
        const BinSlot& slot = unfilled.slots[column];
        const std::span<const std::uint8_t> own = binned_->bins(slot.feature, memory);
        const auto last = static_cast<std::uint8_t>(slot.cells() - 1);  // missing_bin is above it
        for (std::size_t row = begin; row < end; ++row) {
          out[row * stride + column] = std::min(own[row], last);
        }
      }
    }
  });
}

}  // namespace podium
