#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace podium::labelling {

/// A square matrix of bits, a row of 64-bit words for each document.
class BitMatrix {
 public:
  explicit BitMatrix(std::size_t size)
      : words_per_row_((size + 63) / 64), words_(size * words_per_row_, 0) {}

  bool has(std::size_t row, std::size_t column) const noexcept {
    return (words_[row * words_per_row_ + column / 64] >> (column % 64) & 1U) != 0;
  }
  void set(std::size_t row, std::size_t column) noexcept {
    words_[row * words_per_row_ + column / 64] |= std::uint64_t{1} << (column % 64);
  }

  std::span<std::uint64_t> row(std::size_t index) noexcept {
    return std::span(words_).subspan(index * words_per_row_, words_per_row_);
  }
  std::span<const std::uint64_t> row(std::size_t index) const noexcept {
    return std::span(words_).subspan(index * words_per_row_, words_per_row_);
  }

 private:
  std::size_t words_per_row_;
  std::vector<std::uint64_t> words_;
};

/// Calls visit(column) for each column that is set in `row`, in order.
template <class Visitor>
void for_each_set(std::span<const std::uint64_t> row, Visitor&& visit) {
  for (std::size_t word = 0; word < row.size(); ++word) {
    for (std::uint64_t left = row[word]; left != 0; left &= left - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace podium::labelling
