#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace podium {

/// Some rows of a sparse matrix while it is made: their values other than 0, row after row. A -0
/// and a missing value are stored.
struct SparsePart {
  std::vector<std::uint64_t> row_end;
  std::vector<std::uint32_t> column;
  std::vector<float> value;
  std::vector<double> exact;          ///< as `value`, or none
  std::vector<std::uint64_t> row_of;  ///< the row of the matrix that each row becomes; empty: they
                                      ///< follow those of the parts before

  /// Adds a value to the last row. Columns ascend.
  void add(std::size_t at, float number) {
    if (std::bit_cast<std::uint32_t>(number) == 0) return;
    column.push_back(static_cast<std::uint32_t>(at));
    value.push_back(number);
  }

  /// Adds a value with its digits before it was rounded.
  void add(std::size_t at, float number, double digits) {
    if (std::bit_cast<std::uint64_t>(digits) == 0) return;
    column.push_back(static_cast<std::uint32_t>(at));
    value.push_back(number);
    exact.push_back(digits);
  }

  void end_row() { row_end.push_back(value.size()); }
};

/// The values of all rows that are stored, by row; see SparseRows. Immutable; copies share the
/// memory.
class SparseMatrix {
 public:
  SparseMatrix() = default;

  /// Joins the parts in parallel. Throws UsageError when the matrix would exceed `memory_limit`
  /// bytes.
  SparseMatrix(std::vector<SparsePart> parts, std::size_t memory_limit);

  /// The end of each row among the stored values; empty for a matrix without rows.
  std::span<const std::uint64_t> row_end() const noexcept { return row_end_; }
  std::span<const std::uint32_t> column() const noexcept { return {column_.get(), size_}; }
  std::span<const float> value() const noexcept { return {value_.get(), size_}; }
  std::span<const double> exact() const noexcept { return {exact_.get(), exact_ ? size_ : 0}; }

 private:
  void allocate(std::size_t size, bool has_exact, std::size_t memory_limit);
  void copy(const SparsePart& part, std::size_t first_row);

  std::vector<std::uint64_t> row_end_;
  std::shared_ptr<std::uint32_t[]> column_;
  std::shared_ptr<float[]> value_;
  std::shared_ptr<double[]> exact_;
  std::size_t size_ = 0;
};

/// The most values of a matrix that are worth being stored alone: with more, a pass over sparse
/// rows is slower than one over dense rows (docs/benchmarks.md).
double most_stored(std::size_t rows, std::size_t columns);

/// Whether a matrix with so many values other than 0 should be sparse. A small one is dense.
bool prefers_sparse(double stored, std::size_t rows, std::size_t columns);

}  // namespace podium
