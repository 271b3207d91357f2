#include "podium/trees/row_lists.hpp"

#include <algorithm>
#include <utility>

namespace podium {

std::size_t RowLists::separate(std::size_t begin, std::size_t end, const BinTest& test) {
  const std::span<std::uint32_t> rows = std::span(rows_).subspan(begin, end - begin);
  const std::span<std::uint32_t> out = std::span(other_).subspan(begin, end - begin);
  std::vector<std::size_t> left(chunk_count(rows.size()));
  for_each_chunk(rows.size(), [&](std::size_t first, std::size_t last) {
    std::size_t count = 0;
    for (std::size_t i = first; i < last; ++i) count += test.goes_left(rows[i]) ? 1U : 0U;
    left[first / chunk_size] = count;
  });
  std::size_t all_left = 0;
  for (std::size_t& count : left) all_left += std::exchange(count, all_left);
  for_each_chunk(rows.size(), [&](std::size_t first, std::size_t last) {
    std::size_t next_left = left[first / chunk_size];
    std::size_t next_right = all_left + first - next_left;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t row = rows[i];
      const bool goes_left = test.goes_left(row);
      out[goes_left ? next_left : next_right] = row;
      next_left += goes_left ? 1U : 0U;
      next_right += goes_left ? 0U : 1U;
    }
  });
  for_each_chunk(rows.size(), [&](std::size_t first, std::size_t last) {
    std::copy(out.begin() + static_cast<std::ptrdiff_t>(first),
              out.begin() + static_cast<std::ptrdiff_t>(last),
              rows.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return begin + all_left;
}

}  // namespace podium
