#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "podium/learning/trees/bin_tiles.hpp"

namespace podium {

/// While it lives, trees grow as if their bins were on disk, and a pass over the bins may copy so
/// large a part of them into memory: the number of passes at a share, wherever the bins are.
class CollectedShare {
 public:
  explicit CollectedShare(double share);
  ~CollectedShare();
  CollectedShare(const CollectedShare&) = delete;
  CollectedShare& operator=(const CollectedShare&) = delete;
  CollectedShare(CollectedShare&&) = delete;
  CollectedShare& operator=(CollectedShare&&) = delete;

 private:
  double before_;
};

/// Whether a pass over the bins costs so much that it does all it can.
bool are_bins_on_disk();

/// The bins of some rows in memory, where those of all rows are on disk. Each row has a place here;
/// lists of rows may name places in the same order. A pass over the bins copies the rows that were
/// added before it.
class CollectedRows {
 public:
  /// Borrows `tiles`.
  explicit CollectedRows(const BinTiles& tiles);

  /// How many rows the memory allows that other things leave.
  std::size_t room() const;

  /// Adds rows in ascending order.
  void add(std::span<const std::uint32_t> rows);
  /// Takes memory for all rows that were added.
  void take_memory();
  /// From now on lists of rows name places, until clear() gives the memory back.
  void use() { is_used_ = true; }
  bool is_used() const noexcept { return is_used_; }
  void clear();

  bool empty() const noexcept { return row_.empty(); }
  std::uint32_t row(std::uint32_t place) const { return row_[place]; }

  /// Copies rows begin .. end-1 of a tile, as far as they were added.
  void copy(std::size_t tile, std::size_t begin, std::size_t end);

  /// Place by place.
  BinTile tile(std::size_t tile) const;
  /// The cells of a feature, counted from its first one, and how far they are apart. Bytes that
  /// BinTest may read are behind them.
  std::pair<std::span<const std::uint8_t>, std::size_t> column(const BinSlot& slot) const;

 private:
  const BinTiles& tiles_;
  std::vector<std::size_t> first_byte_;  ///< of each tile if there is one row; then their number
  std::vector<std::uint32_t> row_;       ///< of each place
  std::vector<std::size_t> first_;       ///< place of each list that was added
  std::unique_ptr<std::uint8_t[]> bytes_;
  bool is_used_ = false;
};

}  // namespace podium
