#include "podium/learning/trees/gradient_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/core/base/chunks.hpp"

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
                  std::span<const PackedSums> words, std::size_t begin, std::size_t end,
                  PackedSums* sums) {
  constexpr std::size_t stride = BinTile::stride_of(width);
  const std::uint8_t* const bytes = tile.bytes.data();
  for (std::size_t i = begin; i < end; ++i) {
    const PackedSums word = words[i];
    const std::uint8_t* const own = bytes + stride * (has_rows ? std::size_t{rows[i]} : i);
    if (has_rows) fetch_ahead(bytes, stride, rows, i);
    for (std::size_t k = 0; k < width; ++k) sums[k * bins + own[k]] += word;
  }
}

template <bool has_rows, std::size_t... k>
constexpr auto adders_of(std::index_sequence<k...> /*widths*/) {
  return std::array{&add_words_of<has_rows, k + 1>...};
}

template <bool has_rows>
constexpr auto adders = adders_of<has_rows>(std::make_index_sequence<BinTiles::maximum_width>());

void add_words(const BinTile& tile, std::span<const std::uint32_t> rows,
               std::span<const PackedSums> words, std::size_t begin, std::size_t end,
               PackedSums* sums) {
  const auto& of_widths = rows.empty() ? adders<false> : adders<true>;
  of_widths[tile.width() - 1](tile, rows, words, begin, end, sums);
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

void ExactGradients::fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
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

template <class Sum>
void FastGradients<Sum>::round(const RowGradients& gradients, std::uint64_t key) {
  units_ = fast_units(gradients, bits_);
  round_to_bits(gradients, units_, bits_, key, words_);
}

template <class Sum>
void FastGradients<Sum>::fill_tile(const BinTile& tile, std::span<const std::uint32_t> rows,
                                   std::span<const Word> words, std::span<Cell> cells) const {
  std::ranges::fill(cells, Cell{});
  alignas(64) std::array<PackedSums, BinTiles::maximum_width * bins> memory;
  const std::span<PackedSums> sums = std::span(memory).first(cells.size());
  const std::size_t block = rows_of_a_packed_block(bits_);
  for (std::size_t begin = 0; begin < words.size(); begin += block) {
    const std::size_t end = std::min(words.size(), begin + block);
    std::ranges::fill(sums, PackedSums{0});
    add_words(tile, rows, words, begin, end, sums.data());
    for (std::size_t c = 0; c < sums.size(); ++c) cells[c].add(unpacked(sums[c]));
  }
}

template class FastGradients<std::int32_t>;
template class FastGradients<std::int64_t>;

}  // namespace podium
