#include "podium/core/data/sparse_matrix.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

/// The row of the matrix that row `i` of a part becomes.
std::size_t place_of(const SparsePart& part, std::size_t first_row, std::size_t i) {
  return part.row_of.empty() ? first_row + i : static_cast<std::size_t>(part.row_of[i]);
}

std::uint64_t begin_of(std::span<const std::uint64_t> ends, std::size_t row) {
  return row == 0 ? 0 : ends[row - 1];
}

}  // namespace

SparseMatrix::SparseMatrix(std::vector<SparsePart> parts, std::size_t memory_limit) {
  std::vector<std::size_t> first_row;
  std::size_t rows = 0;
  for (const SparsePart& part : parts) {
    first_row.push_back(rows);
    rows += part.row_end.size();
  }
  row_end_.resize(rows);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t i = 0; i < parts[p].row_end.size(); ++i) {
      row_end_[place_of(parts[p], first_row[p], i)] =
          parts[p].row_end[i] - begin_of(parts[p].row_end, i);
    }
  }
  std::uint64_t end = 0;
  for (std::uint64_t& length : row_end_) length = end += length;
  allocate(static_cast<std::size_t>(end),
           std::ranges::any_of(parts, [](const SparsePart& part) { return !part.exact.empty(); }),
           memory_limit);
  parallel_for(parts.size(), [&](std::size_t p) {
    copy(parts[p], first_row[p]);
    parts[p] = {};  // so that memory holds the values only once
  });
}

void SparseMatrix::allocate(std::size_t size, bool has_exact, std::size_t memory_limit) {
  const std::size_t bytes =
      size * (sizeof(std::uint32_t) + sizeof(float) + (has_exact ? sizeof(double) : 0)) +
      row_end_.size() * sizeof(std::uint64_t);
  if (bytes > memory_limit) {
    throw UsageError(fmt::format(
        "{} rows with {} values other than 0 need {:.6g} GB of memory, more than the limit of "
        "{:.6g} GB; sparse features are not kept on disk: --memory-limit-gb sets the limit",
        row_end_.size(), size, static_cast<double>(bytes) / 1e9,
        static_cast<double>(memory_limit) / 1e9));
  }
  size_ = size;
  column_ = bulk_array<std::uint32_t>(size);
  value_ = bulk_array<float>(size);
  if (has_exact) exact_ = bulk_array<double>(size);
}

void SparseMatrix::copy(const SparsePart& part, std::size_t first_row) {
  for (std::size_t i = 0; i < part.row_end.size(); ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(begin_of(part.row_end, i));
    const auto end = static_cast<std::ptrdiff_t>(part.row_end[i]);
    const std::uint64_t to = begin_of(row_end_, place_of(part, first_row, i));
    std::copy(part.column.begin() + begin, part.column.begin() + end, column_.get() + to);
    std::copy(part.value.begin() + begin, part.value.begin() + end, value_.get() + to);
    if (exact_) std::copy(part.exact.begin() + begin, part.exact.begin() + end, exact_.get() + to);
  }
}

double most_stored(std::size_t rows, std::size_t columns) {
  constexpr double largest_share = 0.125;
  return largest_share * static_cast<double>(rows) * static_cast<double>(columns);
}

bool prefers_sparse(double stored, std::size_t rows, std::size_t columns) {
  constexpr double few_cells = 1'000'000.0;  // 4 MB
  return static_cast<double>(rows) * static_cast<double>(columns) >= few_cells &&
         stored <= most_stored(rows, columns);
}

}  // namespace podium
