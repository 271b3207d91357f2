#include "podium/learning/trees/collected_rows.hpp"

#include <algorithm>
#include <atomic>

#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/kernels/row_split.hpp"

namespace podium {

namespace {

std::atomic<double> given_share{-1.0};

}  // namespace

CollectedShare::CollectedShare(double share) : before_(given_share.exchange(share)) {}

CollectedShare::~CollectedShare() {
  given_share = before_;
}

bool are_bins_on_disk() {
  return given_share >= 0.0 || OutOfCore::is_used();
}

CollectedRows::CollectedRows(const BinTiles& tiles) : tiles_(tiles), first_byte_(1) {
  for (std::size_t t = 0; t < tiles.tile_count(); ++t) {
    first_byte_.push_back(first_byte_.back() + tiles.tile(t).stride());
  }
}

std::size_t CollectedRows::room() const {
  if (tiles_.binned().is_sparse()) return 0;
  const double share = given_share;
  if (share >= 0.0)
    return static_cast<std::size_t>(share * static_cast<double>(tiles_.row_count()));
  return OutOfCore::room() / (first_byte_.back() + sizeof(std::uint32_t));
}

void CollectedRows::add(std::span<const std::uint32_t> rows) {
  first_.push_back(row_.size());
  row_.insert(row_.end(), rows.begin(), rows.end());
}

void CollectedRows::take_memory() {
  bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(first_byte_.back() * row_.size() +
                                                          BinTest::readable_behind);
}

void CollectedRows::clear() {
  is_used_ = false;
  bytes_.reset();
  row_.clear();
  first_.clear();
}

BinTile CollectedRows::tile(std::size_t tile) const {
  BinTile found = tiles_.tile(tile);
  found.bytes = {bytes_.get() + first_byte_[tile] * row_.size(), found.stride() * row_.size()};
  return found;
}

std::pair<std::span<const std::uint8_t>, std::size_t> CollectedRows::column(
    const BinSlot& slot) const {
  std::size_t t = 0;
  while (tiles_.tile(t).slots.back().first_cell < slot.first_cell) ++t;
  const BinTile found = tile(t);
  const auto at = std::ranges::find(found.slots, slot.first_cell, &BinSlot::first_cell);
  return {found.bytes.subspan(static_cast<std::size_t>(at - found.slots.begin())), found.stride()};
}

void CollectedRows::copy(std::size_t tile, std::size_t begin, std::size_t end) {
  const BinTile from = tiles_.tile(tile);
  const std::size_t stride = from.stride();
  std::uint8_t* const to = bytes_.get() + first_byte_[tile] * row_.size();
  for (std::size_t list = 0; list < first_.size(); ++list) {
    const std::size_t behind = list + 1 < first_.size() ? first_[list + 1] : row_.size();
    const auto last = row_.begin() + static_cast<std::ptrdiff_t>(behind);
    auto at =
        std::lower_bound(row_.begin() + static_cast<std::ptrdiff_t>(first_[list]), last, begin);
    for (; at != last && *at < end; ++at) {
      std::copy_n(&from.bytes[stride * *at], stride,
                  to + stride * static_cast<std::size_t>(at - row_.begin()));
    }
  }
}

}  // namespace podium
