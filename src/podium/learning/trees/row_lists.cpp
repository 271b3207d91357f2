#include "podium/learning/trees/row_lists.hpp"

#include <algorithm>

namespace podium {

std::size_t RowLists::separate(std::size_t begin, std::size_t end, const BinTest& test) {
  const std::span<std::uint32_t> rows = std::span(rows_).subspan(begin, end - begin);
  const std::span<std::uint32_t> other = std::span(other_).subspan(begin, end - begin);
  // Each chunk keeps what goes left at its beginning, and puts the rest aside.
  std::vector<std::size_t> left(chunk_count(rows.size()));
  for_each_chunk(rows.size(), [&](std::size_t first, std::size_t last) {
    left[first / chunk_size] =
        separate_rows(test, rows.subspan(first, last - first), other.subspan(first, last - first));
  });
  // One after the other: each moves to where the one before ends.
  std::vector<std::size_t> left_before(left.size());
  std::size_t all_left = 0;
  for (std::size_t chunk = 0; chunk < left.size(); ++chunk) {
    std::ranges::copy(rows.subspan(chunk * chunk_size, left[chunk]),
                      rows.subspan(all_left).begin());
    left_before[chunk] = all_left;
    all_left += left[chunk];
  }
  for_each_chunk(rows.size(), [&](std::size_t first, std::size_t last) {
    const std::size_t chunk = first / chunk_size;
    std::ranges::copy(other.subspan(first, last - first - left[chunk]),
                      rows.subspan(all_left + first - left_before[chunk]).begin());
  });
  return begin + all_left;
}

}  // namespace podium
