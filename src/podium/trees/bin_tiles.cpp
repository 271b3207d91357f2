#include "podium/trees/bin_tiles.hpp"

#include <algorithm>

#include "podium/base/chunks.hpp"
#include "podium/base/parallel.hpp"

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
    const bool is_sparse = is_nearly_empty(binned, f);
    const std::size_t thresholds = binned.thresholds(f).size();
    (is_sparse ? sparse : slots_)
        .push_back({.feature = static_cast<std::uint32_t>(f),
                    .thresholds = thresholds,
                    .missing_cell = is_sparse ? thresholds + 1 : BinnedFeatures::missing_bin,
                    .has_missing = binned.has_missing(f)});
  }
  dense_slots_ = slots_.size();
  tiles_ = (dense_slots_ + width - 1) / width;
  for (std::size_t i = 0; i < dense_slots_; ++i) slots_[i].first_cell = i * bins;
  cells_ = tiles_ * cells_of_a_tile;
  for (BinSlot& slot : sparse) {
    slot.first_cell = cells_;
    cells_ += slot.cells();
    slots_.push_back(slot);
  }
  fill_tiles();
}

std::span<const BinSlot> BinTiles::slots_of_tile(std::size_t tile) const {
  const std::size_t begin = tile * width;
  return std::span(slots_).subspan(begin, std::min(width, dense_slots_ - begin));
}

void BinTiles::fill_tiles() {
  const std::size_t rows = row_count();
  bytes_.resize(tiles_ * width * rows);
  parallel_for(tiles_, [&](std::size_t t) {
    std::uint8_t* const out = bytes_.data() + t * width * rows;
    std::vector<std::uint8_t> memory;
    std::size_t column = 0;
    for (const BinSlot& slot : slots_of_tile(t)) {
      const std::span<const std::uint8_t> own = binned_->bins(slot.feature, memory);
      for (std::size_t row = 0; row < rows; ++row) out[row * width + column] = own[row];
      ++column;
    }
  });
}

}  // namespace podium
