#include "podium/core/data/feature_matrix.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"

namespace podium {

template <class Value>
BlockMatrix<Value>::BlockMatrix(std::span<const std::uint64_t> query_end, std::size_t columns,
                                std::size_t memory_limit) {
  // Wherever values are, what is known of each column is in memory.
  constexpr std::size_t bytes_of_column = 1024;
  if (OutOfCore::is_allowed() && columns <= memory_limit / bytes_of_column) {
    memory_limit = std::numeric_limits<std::size_t>::max();
  }
  // A multiple of the alignment, so that rounding up the size of a block never exceeds it.
  const std::uint64_t max_values = memory_limit / sizeof(Value) / alignment * alignment;
  begin_.reserve(query_end.size());
  std::uint64_t at = 0;
  std::uint64_t row = 0;
  for (const std::uint64_t end : query_end) {
    begin_.push_back(at);
    const std::uint64_t rows = end - row;
    if (columns > 0 && rows > (max_values - at) / columns) {
      // Rounded up for each query as below: without that it could be less than the limit.
      double values = 0.0;
      for (std::uint64_t begin = 0; const std::uint64_t query : query_end) {
        const double blocks = static_cast<double>(query - begin) * static_cast<double>(columns) /
                              static_cast<double>(alignment);
        values += std::ceil(blocks) * static_cast<double>(alignment);
        begin = query;
      }
      throw UsageError(fmt::format(
          "{} rows x {} features need {:.6g} GB of memory, more than the limit of {:.6g} GB",
          query_end.back(), columns, values * sizeof(Value) / 1e9,
          static_cast<double>(memory_limit) / 1e9));
    }
    at += (rows * columns + alignment - 1) / alignment * alignment;
    row = end;
  }
  size_ = static_cast<std::size_t>(at);
  values_ = bulk_array<Value>(size_);
}

template class BlockMatrix<float>;
template class BlockMatrix<double>;

std::size_t default_memory_limit() {
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  return pages / 4 * 3 * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace podium
