#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/gradient_sums.hpp"
#include "podium/learning/trees/rounded_gradients.hpp"

namespace podium {

// The gradients of all rows in one round, as histograms add them up. All kinds have the type of a
// row's word and that of the sums in a cell, and the same functions: round() makes the words of a
// round of boosting.

/// What a pass over some rows of a tile reads: all rows of the tile or those of a list, their words
/// in the same order, and some of its columns, ascending and at least one; without a list, all.
template <class Word>
struct TileRows {
  BinTile tile;
  std::span<const std::uint8_t> columns;
  std::span<const std::uint32_t> rows;
  std::span<const Word> words;
};

/// Gradients with as many bits as sums over all rows leave.
class ExactGradients {
 public:
  using Cell = GradientCell<std::int64_t>;
  struct Word {
    std::int64_t gradient = 0;
    std::int64_t curvature = 0;
  };

  ExactGradients(std::size_t rows, unsigned /*bits*/) : words_(rows) {}

  void round(const RowGradients& gradients, std::uint64_t key);

  const GradientUnits& units() const noexcept { return units_; }
  std::span<const Word> words() const noexcept { return words_; }

  static bool has_gradient(const Word& word) { return word.gradient != 0 || word.curvature != 0; }
  static GradientSums sums_of(const Word& word) { return {word.gradient, word.curvature, 1}; }

  /// Adds the rows to the cells of these columns, among those of the tile.
  void add_tile(const TileRows<Word>& from, std::span<Cell> cells) const;

 private:
  GradientUnits units_;
  std::vector<Word> words_;
};

/// Gradients of few bits, packed into one word. `Sum` holds those of all rows: 32 bits if these are
/// fewer than maximum_rows(bits).
template <class Sum>
class FastGradients {
 public:
  using Cell = GradientCell<Sum>;
  using Word = PackedSums;

  FastGradients(std::size_t rows, unsigned bits) : bits_(bits), words_(rows) {}

  void round(const RowGradients& gradients, std::uint64_t key);

  static constexpr std::size_t maximum_rows(unsigned bits) {
    return std::size_t{1} << (31U - bits);
  }

  const GradientUnits& units() const noexcept { return units_; }
  std::span<const Word> words() const noexcept { return words_; }

  static bool has_gradient(Word word) { return word != 0; }
  static GradientSums sums_of(Word word) { return unpacked(word); }

  void add_tile(const TileRows<Word>& from, std::span<Cell> cells) const;

 private:
  unsigned bits_;
  GradientUnits units_;
  std::vector<Word> words_;
};

extern template class FastGradients<std::int32_t>;
extern template class FastGradients<std::int64_t>;

}  // namespace podium
