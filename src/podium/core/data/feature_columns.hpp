#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The stored values of one column, by row in ascending order.
template <class Value>
struct StoredColumn {
  std::span<const std::uint32_t> row;
  std::span<const Value> value;

  std::size_t size() const noexcept { return row.size(); }

  /// Writes the values of all rows, also those that are not stored.
  template <class Out>
  void copy_to(std::span<Out> out) const {
    std::ranges::fill(out, Out{0});
    for (std::size_t i = 0; i < row.size(); ++i) out[row[i]] = static_cast<Out>(value[i]);
  }
};

/// Sparse rows turned into columns.
template <class Value>
class StoredColumns {
 public:
  explicit StoredColumns(const ValueRows<Value>& rows);

  std::size_t size() const noexcept { return begin_.size() - 1; }
  StoredColumn<Value> operator[](std::size_t column) const {
    const std::size_t count = begin_[column + 1] - begin_[column];
    return {std::span(row_).subspan(begin_[column], count),
            std::span(value_).subspan(begin_[column], count)};
  }

 private:
  std::vector<std::size_t> begin_;  ///< of each column in row_ and value_, and their size
  std::vector<std::uint32_t> row_;
  std::vector<Value> value_;
};

extern template class StoredColumns<float>;
extern template class StoredColumns<double>;

/// The rows of all queries of sparse data, where `values` are its features or its exact features.
template <class Value>
ValueRows<Value> all_sparse_rows(const Dataset& data, std::span<const Value> values) {
  const DatasetColumns& columns = data.columns();
  return {{.end = columns.row_end, .begin = 0, .column = columns.feature_column, .value = values},
          columns.feature_count};
}

/// Calls visit(column, values), one value per row, for each column; of sparse rows only for columns
/// that are not 0 in all rows.
template <class Value, class Visit>
void for_each_column(const ValueRows<Value>& rows, Visit&& visit) {
  if (rows.empty()) return;
  std::vector<Value> values(rows.size());
  if (!rows.is_sparse()) {
    for (std::size_t column = 0; column < rows.columns(); ++column) {
      for (std::size_t row = 0; row < values.size(); ++row) {
        values[row] = rows.stored()[row * rows.columns() + column];
      }
      visit(column, std::span<const Value>(values));
    }
    return;
  }
  const StoredColumns<Value> columns(rows);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].size() == 0) continue;
    columns[column].copy_to(std::span(values));
    visit(column, std::span<const Value>(values));
  }
}

}  // namespace podium
