#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace podium {

/// Which rows of a leaf go left: those whose bin is at most `bin`, and missing ones if so.
struct BinTest {
  std::span<const std::uint8_t> bins;  ///< of every row
  std::size_t bin = 0;
  std::size_t missing_bin = 0;  ///< 256: no value is missing
  bool missing_left = false;

  bool goes_left(std::uint32_t row) const {
    const std::size_t own = bins[row];
    return own == missing_bin ? missing_left : own <= bin;
  }
};

/// Rows of the data set, those of each leaf together and in ascending order.
class RowLists {
 public:
  explicit RowLists(std::vector<std::uint32_t> rows)
      : rows_(std::move(rows)), other_(rows_.size()) {}

  std::size_t size() const noexcept { return rows_.size(); }
  std::span<const std::uint32_t> part(std::size_t begin, std::size_t end) const {
    return std::span(rows_).subspan(begin, end - begin);
  }

  /// Puts the rows of begin .. end-1 that go left before the others, and returns where these begin.
  /// Long lists are divided into parts that run in parallel.
  std::size_t separate(std::size_t begin, std::size_t end, const BinTest& test);

 private:
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> other_;
};

}  // namespace podium
