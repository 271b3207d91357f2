#pragma once

#include <cstdint>
#include <span>

namespace podium {

/// Rows of which some values are stored, each with its column; the others are 0. Row i has the
/// places [end[i - 1], end[i]) of `column` and `value`, row 0 those from `begin`. Columns ascend
/// within a row.
template <class Value>
struct SparseRows {
  std::span<const std::uint64_t> end;
  std::uint64_t begin = 0;
  std::span<const std::uint32_t> column;
  std::span<const Value> value;
};

/// multiply_rows() of sparse rows, with the same bits for finite weights: a term is added to the
/// lane that it has in a dense row, and a product with 0 changes no sum.
void multiply_rows(const SparseRows<float>& rows, std::span<const double> w, std::span<double> out);

/// add_weighted_rows() of sparse rows, with the same bits for finite weights.
void add_weighted_rows(const SparseRows<float>& rows, std::span<const double> weight,
                       std::span<double> sum);

}  // namespace podium
