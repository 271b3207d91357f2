#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/kernels/row_split.hpp"

namespace podium {

/// Rows of the data set, those of each leaf together and in ascending order.
class RowLists {
 public:
  /// Takes the rows of 0 .. count-1 that are wanted as the only leaf.
  template <class IsWanted>
  void assign(std::size_t count, const IsWanted& is_wanted) {
    std::vector<std::size_t> first(chunk_count(count));
    for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
      std::size_t wanted = 0;
      for (std::size_t row = begin; row < end; ++row) wanted += is_wanted(row) ? 1U : 0U;
      first[begin / chunk_size] = wanted;
    });
    std::size_t all = 0;
    for (std::size_t& wanted : first) all += std::exchange(wanted, all);
    rows_.resize(all);
    other_.resize(all);
    for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
      std::size_t next = first[begin / chunk_size];
      for (std::size_t row = begin; row < end; ++row) {
        if (is_wanted(row)) rows_[next++] = static_cast<std::uint32_t>(row);
      }
    });
  }

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
