#include "podium/core/data/feature_matrix.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"

namespace podium {

template <class Value>
BlockMatrix<Value>::BlockMatrix(std::span<const std::uint64_t> query_end, std::size_t columns,
                                std::size_t memory_limit) {
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
  if (size_ == 0) return;
  const std::size_t bytes = size_ * sizeof(Value);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw StorageError(fmt::format("cannot allocate {} bytes for features", bytes));
  }
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  values_ = {static_cast<Value*>(memory), [bytes](Value* values) { ::munmap(values, bytes); }};
}

template class BlockMatrix<float>;
template class BlockMatrix<double>;

std::size_t default_memory_limit() {
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  return pages / 4 * 3 * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace podium
