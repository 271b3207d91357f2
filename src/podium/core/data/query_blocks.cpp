#include "podium/core/data/query_blocks.hpp"

#include <algorithm>

namespace podium {

std::size_t rows_of_a_block(std::size_t rows) {
  constexpr std::size_t least = 512;
  constexpr std::size_t most = 16384;
  constexpr std::size_t blocks = 256;  // between the two
  return std::clamp(rows / blocks, least, most);
}

QueryBlocks::QueryBlocks(std::span<const std::uint64_t> query_end) {
  if (query_end.empty()) return;
  const std::size_t rows = rows_of_a_block(static_cast<std::size_t>(query_end.back()));
  std::size_t full = rows;
  for (std::size_t query = 0; query < query_end.size(); ++query) {
    const auto end = static_cast<std::size_t>(query_end[query]);
    if (end < full && query + 1 < query_end.size()) continue;
    ends_.push_back(query + 1);
    full = end + rows;
  }
}

QueryBlocks QueryBlocks::among(std::span<const std::size_t> queries) const {
  QueryBlocks some;
  for (const std::size_t end : ends_) {
    const auto place = std::ranges::lower_bound(queries, end);
    some.ends_.push_back(static_cast<std::size_t>(place - queries.begin()));
  }
  return some;
}

}  // namespace podium
