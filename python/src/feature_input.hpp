#pragma once

#include <cstdint>

#include "bindings.hpp"
#include "podium/core/data/dataset.hpp"
#include "row_columns.hpp"

namespace podium::python {

/// A table of numbers that Python lends: of any type of number, its rows and columns anywhere.
using Matrix = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;

/// A data set of a dense table and how it came about.
struct DenseInput {
  Dataset data;
  bool is_borrowed = false;   ///< it uses the memory of the table, which it keeps alive
  std::size_t too_large = 0;  ///< values that are finite there and too large for 32 bits
};

/// Borrows a row-major table of 32-bit floats whose queries lie together; any other is copied once,
/// by query in parallel. Throws UsageError for a table that is not of numbers.
DenseInput dense_dataset(const Matrix& features, const RowColumns& rows);

/// A data set of compressed sparse rows: the values of row r are [begin[r], begin[r + 1]), columns
/// ascending. Stored sparse where that is worth it. Throws UsageError for columns and ends that
/// are none.
Dataset sparse_dataset(const Column<std::int64_t>& begin, const Column<std::int64_t>& column,
                       const Column<float>& value, std::size_t columns, const RowColumns& rows);

}  // namespace podium::python
