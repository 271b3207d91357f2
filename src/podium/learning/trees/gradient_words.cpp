#include "podium/learning/trees/gradient_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

namespace {

constexpr std::size_t bins = BinTiles::bins;

/// Rows of a leaf are ascending but have gaps, which no hardware foresees.
void fetch_ahead(const std::uint8_t* bytes, std::size_t stride, std::span<const std::uint32_t> rows,
                 std::size_t i) {
  constexpr std::size_t ahead = 64;
  if (i + ahead < rows.size()) __builtin_prefetch(bytes + stride * rows[i + ahead]);
}

/// The cells of a column, of those of the tile.
template <class Cell>
std::span<Cell> cells_of(const BinTile& tile, std::size_t column, std::span<Cell> cells) {
  const BinSlot& slot = tile.slots[column];
  return cells.subspan(slot.first_cell - tile.first_cell(), slot.cells());
}

/// Calls add(j, bin, word) for the j-th column of each row begin .. end-1. The compiler knows their
/// number: the inner loop has no end to test.
template <bool has_rows, bool are_all, std::size_t width, class Word, class Add>
void add_words_of(const TileRows<Word>& from, std::size_t begin, std::size_t end, const Add& add) {
  const std::size_t stride = are_all ? BinTile::stride_of(width) : from.tile.stride();
  const std::uint8_t* const bytes = from.tile.bytes.data();
  const std::uint8_t* const columns = from.columns.data();
  for (std::size_t i = begin; i < end; ++i) {
    const Word word = from.words[i];
    const std::uint8_t* const own = bytes + stride * (has_rows ? std::size_t{from.rows[i]} : i);
    if (has_rows) fetch_ahead(bytes, stride, from.rows, i);
    for (std::size_t j = 0; j < width; ++j) add(j, own[are_all ? j : columns[j]], word);
  }
}

template <bool has_rows, bool are_all, class Word, class Add, std::size_t... j>
constexpr auto adders_of(std::index_sequence<j...> /*widths*/) {
  return std::array{&add_words_of<has_rows, are_all, j + 1, Word, Add>...};
}

/// The add_words_of() of as many columns.
template <class Add, class Word>
auto adder_of(const TileRows<Word>& from, const Add& /*add*/) {
  constexpr auto widths = std::make_index_sequence<BinTiles::maximum_width>();
  static constexpr auto of_all_rows = adders_of<false, true, Word, Add>(widths);
  static constexpr auto of_rows = adders_of<true, true, Word, Add>(widths);
  static constexpr auto of_some_columns = adders_of<true, false, Word, Add>(widths);
  const bool are_all = from.columns.size() == from.tile.width();
  expects(are_all || !from.rows.empty(), "a list of rows for some of the columns");
  const auto& adders = from.rows.empty() ? of_all_rows : are_all ? of_rows : of_some_columns;
  return adders[from.columns.size() - 1];
}

}  // namespace

void ExactGradients::round(const RowGradients& gradients, std::uint64_t /*key*/) {
  units_ = exact_units(gradients);
  for_each_chunk(words_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      words_[row] = {in_units(gradients.gradient[row], units_.gradient),
                     in_units(gradients.curvature[row], units_.curvature)};
    }
  });
}

void ExactGradients::add_tile(const TileRows<Word>& from, std::span<Cell> cells) const {
  std::array<Cell*, BinTiles::maximum_width> of_column;
  for (std::size_t j = 0; j < from.columns.size(); ++j) {
    of_column[j] = cells_of(from.tile, from.columns[j], cells).data();
  }
  const auto add = [&](std::size_t j, std::uint8_t bin, const Word& word) {
    Cell& cell = of_column[j][bin];
    cell.gradient += word.gradient;
    cell.curvature += word.curvature;
    ++cell.rows;
  };
  adder_of(from, add)(from, 0, from.words.size(), add);
}

template <class Sum>
void FastGradients<Sum>::round(const RowGradients& gradients, std::uint64_t key) {
  units_ = fast_units(gradients, bits_);
  round_to_bits(gradients, units_, bits_, key, words_);
}

template <class Sum>
void FastGradients<Sum>::add_tile(const TileRows<Word>& from, std::span<Cell> cells) const {
  const std::span<const std::uint8_t> columns = from.columns;
  alignas(64) std::array<PackedSums, BinTiles::maximum_width * bins> sums;
  const auto add = [&](std::size_t j, std::uint8_t bin, Word word) {
    sums[j * bins + bin] += word;
  };
  const auto add_words = adder_of(from, add);
  const std::size_t block = rows_of_a_packed_block(bits_);
  for (std::size_t begin = 0; begin < from.words.size(); begin += block) {
    const std::size_t end = std::min(from.words.size(), begin + block);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      std::fill_n(&sums[j * bins], from.tile.slots[columns[j]].cells(), PackedSums{0});
    }
    add_words(from, begin, end, add);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::span<Cell> own = cells_of(from.tile, columns[j], cells);
      for (std::size_t c = 0; c < own.size(); ++c) own[c].add(unpacked(sums[j * bins + c]));
    }
  }
}

template class FastGradients<std::int32_t>;
template class FastGradients<std::int64_t>;

}  // namespace podium
