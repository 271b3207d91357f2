#include "podium/trees/pull_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/base/chunks.hpp"

namespace podium {

namespace {

constexpr std::size_t bins = BinTiles::bins;

/// The bins of row i of the list, or of row i itself.
const std::uint8_t* bins_of(const BinTile& tile, std::span<const std::uint32_t> rows,
                            std::size_t i) {
  return tile.bytes.data() + tile.stride() * (rows.empty() ? i : std::size_t{rows[i]});
}

/// Rows of a leaf are ascending but have gaps, which no hardware foresees.
void fetch_ahead(const std::uint8_t* bytes, std::size_t stride, std::span<const std::uint32_t> rows,
                 std::size_t i) {
  constexpr std::size_t ahead = 64;
  if (i + ahead < rows.size()) __builtin_prefetch(bytes + stride * rows[i + ahead]);
}

/// Adds words begin .. end-1 to the packed sums of a tile of a width that the compiler knows: the
/// inner loop has no end to test.
template <bool has_rows, std::size_t width>
void add_words_of(const BinTile& tile, std::span<const std::uint32_t> rows,
                  std::span<const PackedCell> words, std::size_t begin, std::size_t end,
                  PackedCell* sums) {
  constexpr std::size_t stride = BinTile::stride_of(width);
  const std::uint8_t* const bytes = tile.bytes.data();
  for (std::size_t i = begin; i < end; ++i) {
    const PackedCell word = words[i];
    const std::uint8_t* const own = bytes + stride * (has_rows ? std::size_t{rows[i]} : i);
    if (has_rows) fetch_ahead(bytes, stride, rows, i);
    for (std::size_t k = 0; k < width; ++k) sums[k * bins + own[k]] += word;
  }
}

template <bool has_rows>
constexpr auto adders = []<std::size_t... k>(std::index_sequence<k...>) {
  return std::array{&add_words_of<has_rows, k + 1>...};
}
(std::make_index_sequence<BinTiles::maximum_width>());

void add_words(const BinTile& tile, std::span<const std::uint32_t> rows,
               std::span<const PackedCell> words, std::size_t begin, std::size_t end,
               PackedCell* sums) {
  const auto& of_widths = rows.empty() ? adders<false> : adders<true>;
  of_widths[tile.width() - 1](tile, rows, words, begin, end, sums);
}

}  // namespace

void ExactPulls::round(const RowPulls& pulls, std::uint64_t /*key*/) {
  units_ = exact_units(pulls);
  for_each_chunk(words_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      words_[row] = {exact_pull(pulls.gradient[row], units_.gradient),
                     exact_pull(pulls.curvature[row], units_.curvature)};
    }
  });
}

void ExactPulls::fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                           std::span<const Word> words, std::span<Cell> cells) const {
  std::ranges::fill(cells, Cell{});
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word word = words[i];
    const std::uint8_t* const own = bins_of(tile, rows, i);
    fetch_ahead(tile.bytes.data(), tile.stride(), rows, i);
    for (std::size_t k = 0; k < tile.width(); ++k) {
      Cell& cell = cells[k * bins + own[k]];
      cell.gradient += word.gradient;
      cell.curvature += word.curvature;
      ++cell.rows;
    }
  }
}

void PackedPulls::round(const RowPulls& pulls, std::uint64_t key) {
  units_ = fast_units(pulls, bits_);
  round_to_bits(pulls, units_, bits_, key, words_);
}

void PackedPulls::fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                            std::span<const Word> words, std::span<Cell> cells) const {
  std::ranges::fill(cells, Cell{});
  add_words(tile, rows, words, 0, words.size(), cells.data());
}

template <class Sum>
void FastPulls<Sum>::round(const RowPulls& pulls, std::uint64_t key) {
  units_ = fast_units(pulls, bits_);
  round_to_bits(pulls, units_, bits_, key, words_);
}

template <class Sum>
void FastPulls<Sum>::fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                               std::span<const Word> words, std::span<Cell> cells) const {
  std::ranges::fill(cells, Cell{});
  alignas(64) std::array<PackedCell, BinTiles::maximum_width * bins> memory;
  const std::span<PackedCell> sums = std::span(memory).first(cells.size());
  const std::size_t block = rows_of_a_packed_block(bits_);
  for (std::size_t begin = 0; begin < words.size(); begin += block) {
    const std::size_t end = std::min(words.size(), begin + block);
    std::ranges::fill(sums, PackedCell{0});
    add_words(tile, rows, words, begin, end, sums.data());
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const PullSums part = unpacked(sums[c]);
      cells[c].gradient += static_cast<Sum>(part.gradient);
      cells[c].curvature += static_cast<Sum>(part.curvature);
      cells[c].rows += static_cast<std::uint32_t>(part.rows);
    }
  }
}

template class FastPulls<std::int32_t>;
template class FastPulls<std::int64_t>;

}  // namespace podium
