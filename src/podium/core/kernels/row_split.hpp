#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

/// Which rows go left: those whose bin is at most `bin`, and missing ones if so.
struct BinTest {
  /// Bytes that may be read behind the bins: the rows of a leaf are looked up a word each.
  static constexpr std::size_t readable_behind = 3;

  std::span<const std::uint8_t> bins;  ///< of every row, `stride` apart
  std::size_t stride = 1;
  std::size_t bin = 0;
  std::size_t missing_bin = 0;  ///< 256: no value is missing
  bool missing_left = false;

  bool goes_left(std::uint32_t row) const {
    const std::size_t own = bins[row * stride];
    return own == missing_bin ? missing_left : own <= bin;
  }
};

/// Moves the rows that go left to the beginning of `rows`, and the others to that of `right`, which
/// is as long, both in their order. Returns how many go left. What is behind them is of any value.
std::size_t separate_rows(const BinTest& test, std::span<std::uint32_t> rows,
                          std::span<std::uint32_t> right);

}  // namespace podium
