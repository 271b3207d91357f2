#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/data/truth.hpp"
#include "podium/core/kernels/sparse_rows.hpp"

namespace podium {

/// The values of one document: all of them, or those that are stored, with their columns in
/// ascending order; those that are not stored are 0.
template <class Value>
class ValueRow {
 public:
  /// A dense row.
  explicit ValueRow(std::span<const Value> values) : stored_(values), size_(values.size()) {}

  /// A sparse row of `size` columns.
  ValueRow(std::span<const std::uint32_t> columns, std::span<const Value> stored, std::size_t size)
      : columns_(columns), stored_(stored), size_(size), is_sparse_(true) {}

  std::size_t size() const noexcept { return size_; }
  bool is_sparse() const noexcept { return is_sparse_; }

  Value operator[](std::size_t column) const {
    if (!is_sparse_) return stored_[column];
    const auto found = std::ranges::lower_bound(columns_, column);
    return found != columns_.end() && *found == column
               ? stored_[static_cast<std::size_t>(found - columns_.begin())]
               : Value{0};
  }

  std::span<const Value> stored() const noexcept { return stored_; }

  /// Of the stored values of a sparse row.
  std::span<const std::uint32_t> columns() const noexcept { return columns_; }

  /// Calls visit(column, value) for every stored value, in the order of columns.
  template <class Visit>
  void for_each_stored(Visit&& visit) const {
    if (is_sparse_) {
      for (std::size_t i = 0; i < stored_.size(); ++i) visit(std::size_t{columns_[i]}, stored_[i]);
    } else {
      for (std::size_t i = 0; i < stored_.size(); ++i) visit(i, stored_[i]);
    }
  }

  /// Writes all values, also those that are not stored.
  void copy_to(std::span<Value> out) const {
    if (is_sparse_) std::ranges::fill(out, Value{0});
    for_each_stored([&](std::size_t column, Value value) { out[column] = value; });
  }

  std::vector<Value> dense() const {
    std::vector<Value> values(size_);
    copy_to(values);
    return values;
  }

 private:
  std::span<const std::uint32_t> columns_;
  std::span<const Value> stored_;
  std::size_t size_ = 0;
  bool is_sparse_ = false;
};

/// Rows of values, one for each document of a query: dense and row-major, or sparse. NaN means
/// missing. Borrowed.
template <class Value>
class ValueRows {
 public:
  ValueRows() = default;

  /// Dense rows.
  ValueRows(std::span<const Value> values, std::size_t columns)
      : ValueRows(values, columns, columns == 0 ? 0 : values.size() / columns) {}
  ValueRows(std::span<const Value> values, std::size_t columns, std::size_t rows)
      : dense_(values), columns_(columns), rows_(rows) {}

  /// Sparse rows; the data set owns what `sparse` borrows.
  ValueRows(const SparseRows<Value>& sparse, std::size_t columns)
      : sparse_(sparse), columns_(columns), rows_(sparse.end.size()), is_sparse_(true) {}

  std::size_t size() const noexcept { return rows_; }
  bool empty() const noexcept { return rows_ == 0; }
  std::size_t columns() const noexcept { return columns_; }
  bool is_sparse() const noexcept { return is_sparse_; }

  ValueRow<Value> operator[](DocIndex doc) const {
    if (!is_sparse_) {
      return ValueRow<Value>(dense_.subspan(std::size_t{doc} * columns_, columns_));
    }
    const std::uint64_t begin = doc == 0 ? sparse_.begin : sparse_.end[doc - 1];
    const std::uint64_t count = sparse_.end[doc] - begin;
    return {sparse_.column.subspan(begin, count), sparse_.value.subspan(begin, count), columns_};
  }

  /// What is in memory: all values row by row, or those that sparse rows store.
  std::span<const Value> stored() const {
    if (!is_sparse_) return dense_;
    const std::uint64_t end = rows_ == 0 ? sparse_.begin : sparse_.end.back();
    return sparse_.value.subspan(sparse_.begin, end - sparse_.begin);
  }

  /// Of sparse rows.
  const SparseRows<Value>& sparse() const noexcept { return sparse_; }

  /// `count` rows from row `begin` on.
  ValueRows part(std::size_t begin, std::size_t count) const {
    if (!is_sparse_) return {dense_.subspan(begin * columns_, count * columns_), columns_, count};
    SparseRows<Value> some = sparse_;
    if (begin > 0) some.begin = sparse_.end[begin - 1];
    some.end = sparse_.end.subspan(begin, count);
    return {some, columns_};
  }

  /// Writes all values row by row, also those that are not stored.
  void copy_to(std::span<Value> out) const {
    for (DocIndex doc = 0; doc < rows_; ++doc) {
      (*this)[doc].copy_to(out.subspan(doc * columns_, columns_));
    }
  }

  std::vector<Value> dense() const {
    std::vector<Value> values(rows_ * columns_);
    copy_to(values);
    return values;
  }

 private:
  std::span<const Value> dense_;
  SparseRows<Value> sparse_;
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  bool is_sparse_ = false;
};

/// The features that learners and measures use.
using FeatureRows = ValueRows<float>;
using FeatureRow = ValueRow<float>;

/// multiply_rows() and add_weighted_rows() of the kernels: the same bits for dense and sparse rows.
void multiply_rows(const FeatureRows& rows, std::span<const double> w, std::span<double> out);
void add_weighted_rows(const FeatureRows& rows, std::span<const double> weight,
                       std::span<double> sum, std::span<const float> next = {});

/// Gives rows of one data set as dense ones: dense rows as they are, sparse ones in memory of its
/// own, which is valid until the next row.
template <class Value>
class DenseRow {
 public:
  std::span<const Value> operator()(const ValueRow<Value>& row) {
    if (!row.is_sparse()) return row.stored();
    values_.resize(row.size());
    for (const std::uint32_t column : filled_) values_[column] = Value{0};
    row.for_each_stored([&](std::size_t column, Value value) { values_[column] = value; });
    filled_ = row.columns();
    return values_;
  }

 private:
  std::vector<Value> values_;
  std::span<const std::uint32_t> filled_;
};

}  // namespace podium
