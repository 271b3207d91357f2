#include "row_columns.hpp"

#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium::python {

namespace {

/// A column put into the order of the grouped rows.
template <class To>
std::vector<To> grouped(const RowColumns& rows, const Column<double>& column, double least,
                        const char* what, const char* expected) {
  const std::span<const double> values = span_of(column);
  std::vector<To> sorted(rows.row_count());
  for (std::size_t row = 0; row < sorted.size(); ++row) {
    const std::size_t from = rows.source_of(row);
    if (!std::isfinite(values[from]) || values[from] < least) {
      throw UsageError(
          fmt::format("{}: found {} in row {}, expected {}", what, values[from], from, expected));
    }
    sorted[row] = static_cast<To>(values[from]);
  }
  return sorted;
}

void check_count(std::size_t found, std::size_t expected, const char* what, const char* each) {
  if (found == expected) return;
  throw UsageError(fmt::format("{}: found {} values, expected {}: one for each {}", what, found,
                               expected, each));
}

void check_shape(const RowColumns& rows) {
  const std::size_t count = rows.row_count();
  check_count(rows.query_id.size(), rows.query_end.shape(0), "queries", "query");
  if (rows.label) check_count(rows.label->shape(0), count, "y", "row");
  if (rows.row_weight) check_count(rows.row_weight->shape(0), count, "sample_weight", "row");
  if (rows.document_id) check_count(rows.document_id->size(), count, "documents", "row");
  if (rows.input_row) check_count(rows.input_row->shape(0), count, "input rows", "row");
  if (rows.query_weight) {
    check_count(rows.query_weight->shape(0), rows.query_id.size(), "query_weight", "query");
  }
  std::uint64_t last = 0;
  for (const std::uint64_t end : span_of(rows.query_end)) {
    if (end < last) throw UsageError("queries: found ends that descend");
    last = end;
  }
  for (std::size_t row = 0; row < count; ++row) {
    if (rows.source_of(row) >= count) throw UsageError("input rows: found a row that is none");
  }
}

}  // namespace

DatasetMemory row_memory(const RowColumns& rows) {
  check_shape(rows);
  const std::span<const std::uint64_t> ends = span_of(rows.query_end);
  DatasetMemory memory{.first_feature_id = rows.first_feature_id,
                       .query_end = {ends.begin(), ends.end()}};
  const double any = std::numeric_limits<double>::lowest();
  if (rows.label) {
    memory.label = grouped<double>(rows, *rows.label, any, "y", "a finite number");
  } else {
    memory.label.assign(rows.row_count(), 0.0);
  }
  if (rows.row_weight) {
    memory.row_weight = grouped<float>(rows, *rows.row_weight, 0.0, "sample_weight",
                                       "a finite weight of 0 or more");
  }
  if (rows.query_weight) {
    for (const double weight : span_of(*rows.query_weight)) {
      if (!std::isfinite(weight) || weight < 0.0) {
        throw UsageError(
            fmt::format("query_weight: found {}, expected a finite weight of 0 or more", weight));
      }
      memory.query_weight.push_back(weight);
    }
  }
  for (const std::string& id : rows.query_id) memory.add_query_id(id);
  if (rows.document_id) {
    for (std::size_t row = 0; row < rows.row_count(); ++row) {
      memory.add_document_id((*rows.document_id)[rows.source_of(row)]);
    }
  }
  if (rows.input_row) {
    const std::span<const std::uint64_t> from = span_of(*rows.input_row);
    memory.input_row.assign(from.begin(), from.end());
  }
  return memory;
}

}  // namespace podium::python
