#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/trees/bin_tiles.hpp"
#include "podium/trees/pull_sums.hpp"
#include "podium/trees/rounded_pulls.hpp"

namespace podium {

// The pulls of all rows in one round, as histograms add them up. All kinds have the type of a
// row's word and that of the sums in a cell, and the same functions: round() makes the words of a
// round of boosting.

/// Pulls with as many bits as sums over all rows leave.
class ExactPulls {
 public:
  using Cell = PullCell<std::int64_t>;
  struct Word {
    std::int64_t gradient = 0;
    std::int64_t curvature = 0;
  };

  ExactPulls(std::size_t rows, unsigned /*bits*/) : words_(rows) {}

  void round(const RowPulls& pulls, std::uint64_t key);

  const PullUnits& units() const noexcept { return units_; }
  std::span<const Word> words() const noexcept { return words_; }

  static bool has_pull(const Word& word) { return word.gradient != 0 || word.curvature != 0; }
  static PullSums sums_of(const Word& word) { return {word.gradient, word.curvature, 1}; }

  /// Overwrites the cells of a tile by the sums over rows, whose words are given in their order;
  /// no rows: all.
  void fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                 std::span<const Word> words, std::span<Cell> cells) const;

 private:
  PullUnits units_;
  std::vector<Word> words_;
};

/// Pulls of few bits and of so few rows that all sums are packed.
class PackedPulls {
 public:
  using Cell = PackedCell;
  using Word = PackedCell;

  PackedPulls(std::size_t rows, unsigned bits) : bits_(bits), words_(rows) {}

  void round(const RowPulls& pulls, std::uint64_t key);

  static constexpr std::size_t maximum_rows(unsigned bits) { return rows_of_a_packed_block(bits); }

  const PullUnits& units() const noexcept { return units_; }
  std::span<const Word> words() const noexcept { return words_; }

  static bool has_pull(Word word) { return word != 0; }
  static PullSums sums_of(Word word) { return unpacked(word); }

  void fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                 std::span<const Word> words, std::span<Cell> cells) const;

 private:
  unsigned bits_;
  PullUnits units_;
  std::vector<Word> words_;
};

/// Pulls of few bits, packed into one word. `Sum` holds those of all rows: 32 bits if these are
/// fewer than maximum_rows(bits).
template <class Sum>
class FastPulls {
 public:
  using Cell = PullCell<Sum>;
  using Word = PackedCell;

  FastPulls(std::size_t rows, unsigned bits) : bits_(bits), words_(rows) {}

  void round(const RowPulls& pulls, std::uint64_t key);

  static constexpr std::size_t maximum_rows(unsigned bits) {
    return std::size_t{1} << (31U - bits);
  }

  const PullUnits& units() const noexcept { return units_; }
  std::span<const Word> words() const noexcept { return words_; }

  static bool has_pull(Word word) { return word != 0; }
  static PullSums sums_of(Word word) { return unpacked(word); }

  void fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                 std::span<const Word> words, std::span<Cell> cells) const;

 private:
  unsigned bits_;
  PullUnits units_;
  std::vector<Word> words_;
};

extern template class FastPulls<std::int32_t>;
extern template class FastPulls<std::int64_t>;

}  // namespace podium
