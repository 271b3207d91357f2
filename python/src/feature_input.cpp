#include "feature_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "narrowed.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium::python {

namespace {

void add_names(DatasetMemory& memory, const RowColumns& rows) {
  for (const std::string& name : rows.feature_name) memory.add_feature_name(name);
}

bool is_float(const Matrix& matrix) {
  return matrix.dtype() == nb::dtype<float>();
}

bool is_row_major(const Matrix& matrix) {
  return matrix.stride(1) == 1 && matrix.stride(0) == static_cast<std::int64_t>(matrix.shape(1));
}

/// The rows with features that stay where they are.
Dataset borrowed(const Matrix& features, const RowColumns& rows) {
  struct Kept {
    DatasetMemory names;
    Dataset rest;
    Matrix features;
    std::vector<std::uint64_t> begin;
  };
  const std::size_t columns = features.shape(1);
  auto kept = std::make_shared<Kept>();
  DatasetMemory memory = row_memory(rows);
  std::uint64_t next = 0;
  for (const std::uint64_t end : memory.query_end) {
    kept->begin.push_back(next * columns);
    next = end;
  }
  add_names(kept->names, rows);
  memory.features.dense = FeatureMatrix(memory.query_end, 0, default_memory_limit());
  kept->rest = build_dataset(std::move(memory));
  kept->features = features;
  DatasetColumns all = kept->rest.columns();
  all.feature_count = columns;
  all.feature_begin = kept->begin;
  all.features = {static_cast<const float*>(features.data()), features.shape(0) * columns};
  all.feature_name = {kept->names.feature_name_end, kept->names.feature_name_text};
  return {all, kept};
}

/// Copies a table of `From`, query by query; returns how many values are too large.
template <class From>
std::size_t copy_values(const Matrix& from, const RowColumns& rows, FeatureMatrix& to) {
  const auto* data = static_cast<const From*>(from.data());
  const std::span<const std::uint64_t> ends = span_of(rows.query_end);
  const std::int64_t row_stride = from.stride(0);
  const std::int64_t column_stride = from.stride(1);
  const std::size_t columns = from.shape(1);
  std::vector<std::size_t> too_large(ends.size());
  parallel_for(ends.size(), [&](std::size_t query) {
    const std::size_t begin = query == 0 ? 0 : ends[query - 1];
    const std::size_t count = ends[query] - begin;
    float* out = to.values().data() + to.begins()[query];
    // Column by column where that is how the table lies in memory.
    const bool by_column = row_stride < column_stride;
    const std::size_t outer = by_column ? columns : count;
    const std::size_t inner = by_column ? count : columns;
    for (std::size_t i = 0; i < outer; ++i) {
      for (std::size_t j = 0; j < inner; ++j) {
        const std::size_t row = by_column ? j : i;
        const std::size_t column = by_column ? i : j;
        const auto source = static_cast<std::int64_t>(rows.source_of(begin + row));
        out[row * columns + column] =
            narrowed(data[source * row_stride + static_cast<std::int64_t>(column) * column_stride],
                     too_large[query]);
      }
    }
  });
  return std::accumulate(too_large.begin(), too_large.end(), std::size_t{0});
}

template <class... From>
std::size_t copy_any(const Matrix& from, const RowColumns& rows, FeatureMatrix& to) {
  std::size_t too_large = 0;
  const bool is_known = ((from.dtype() == nb::dtype<From>() &&
                          (too_large = copy_values<From>(from, rows, to), true)) ||
                         ...);
  if (!is_known) {
    throw UsageError(
        "X: found values that are no numbers of 8 to 64 bits, expected a table of numbers");
  }
  return too_large;
}

DenseInput copied(const Matrix& features, const RowColumns& rows) {
  DatasetMemory memory = row_memory(rows);
  memory.feature_count = features.shape(1);
  add_names(memory, rows);
  memory.features.dense =
      FeatureMatrix(memory.query_end, memory.feature_count, default_memory_limit());
  DenseInput input;
  input.too_large =
      copy_any<float, double, bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(features, rows,
                                                                          memory.features.dense);
  input.data = build_dataset(std::move(memory));
  return input;
}

void check_names(const RowColumns& rows, std::size_t columns) {
  if (rows.feature_name.empty() || rows.feature_name.size() == columns) return;
  throw UsageError(fmt::format("feature_names: found {} names, expected {}: one for each column",
                               rows.feature_name.size(), columns));
}

void check_rows(std::size_t found, const RowColumns& rows) {
  if (found == rows.row_count()) return;
  throw UsageError(fmt::format("X has {} rows, and the queries have {}", found, rows.row_count()));
}

}  // namespace

DenseInput dense_dataset(const Matrix& features, const RowColumns& rows) {
  check_rows(features.shape(0), rows);
  check_names(rows, features.shape(1));
  if (!is_float(features) || !is_row_major(features) || rows.input_row) {
    return copied(features, rows);
  }
  return {.data = borrowed(features, rows), .is_borrowed = true};
}

namespace {

/// Rows [first, last) of the grouped rows.
SparsePart sparse_part(std::span<const std::int64_t> begin, std::span<const std::int64_t> column,
                       std::span<const float> value, const RowColumns& rows, std::size_t first,
                       std::size_t last) {
  SparsePart part;
  for (std::size_t row = first; row < last; ++row) {
    const std::size_t source = rows.source_of(row);
    for (auto i = static_cast<std::size_t>(begin[source]);
         i < static_cast<std::size_t>(begin[source + 1]); ++i) {
      part.add(static_cast<std::size_t>(column[i]), value[i]);
    }
    part.end_row();
  }
  return part;
}

void check_sparse(std::span<const std::int64_t> begin, std::span<const std::int64_t> column,
                  std::size_t values, std::size_t columns) {
  bool is_sound = begin.front() == 0 && static_cast<std::size_t>(begin.back()) == values &&
                  column.size() == values && std::ranges::is_sorted(begin);
  for (std::size_t row = 0; is_sound && row + 1 < begin.size(); ++row) {
    std::int64_t last = -1;
    for (auto i = static_cast<std::size_t>(begin[row]);
         i < static_cast<std::size_t>(begin[row + 1]); ++i) {
      is_sound = is_sound && column[i] > last && std::cmp_less(column[i], columns);
      last = column[i];
    }
  }
  if (!is_sound) throw UsageError("X: the sparse matrix has ends or columns that do not fit");
}

}  // namespace

Dataset sparse_dataset(const Column<std::int64_t>& begin, const Column<std::int64_t>& column,
                       const Column<float>& value, std::size_t columns, const RowColumns& rows) {
  if (begin.shape(0) == 0) throw UsageError("X: the sparse matrix has no row ends");
  check_rows(begin.shape(0) - 1, rows);
  check_names(rows, columns);
  check_sparse(span_of(begin), span_of(column), value.shape(0), columns);
  const std::size_t count = rows.row_count();
  constexpr std::size_t rows_of_part = 4096;
  std::vector<SparsePart> parts((count + rows_of_part - 1) / rows_of_part);
  parallel_for(parts.size(), [&](std::size_t i) {
    parts[i] = sparse_part(span_of(begin), span_of(column), span_of(value), rows, i * rows_of_part,
                           std::min(count, (i + 1) * rows_of_part));
  });
  DatasetMemory memory = row_memory(rows);
  memory.feature_count = columns;
  add_names(memory, rows);
  if (prefers_sparse(static_cast<double>(value.shape(0)), count, columns)) {
    memory.features.sparse = SparseMatrix(std::move(parts), default_memory_limit());
    return build_dataset(std::move(memory));
  }
  memory.features.dense = FeatureMatrix(memory.query_end, columns, default_memory_limit());
  const std::span<const std::uint64_t> ends = span_of(rows.query_end);
  parallel_for(ends.size(), [&](std::size_t query) {
    float* out = memory.features.dense.values().data() + memory.features.dense.begins()[query];
    for (std::size_t row = query == 0 ? 0 : ends[query - 1]; row < ends[query]; ++row) {
      const auto source = rows.source_of(row);
      for (auto i = begin.data()[source]; i < begin.data()[source + 1]; ++i) {
        out[column.data()[i]] = value.data()[i];
      }
      out += columns;
    }
  });
  return build_dataset(std::move(memory));
}

}  // namespace podium::python
