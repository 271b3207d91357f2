#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium::python {

/// All of a data set but its features, in the order of the input's rows.
struct RowColumns {
  Column<std::uint64_t> query_end;                 ///< of the rows grouped by query
  std::vector<std::string> query_id;               ///< of each query
  std::optional<Column<std::uint64_t>> input_row;  ///< of each grouped row; none: the same
  std::optional<Column<double>> label;
  std::optional<Column<double>> row_weight;
  std::optional<Column<double>> query_weight;
  std::optional<std::vector<std::string>> document_id;
  std::vector<std::string> feature_name;  ///< may be empty
  std::uint32_t first_feature_id = 1;

  std::size_t row_count() const { return query_end.shape(0) == 0 ? 0 : span_of(query_end).back(); }
  std::size_t source_of(std::size_t row) const {
    return input_row ? static_cast<std::size_t>(input_row->data()[row]) : row;
  }
};

/// The columns as the memory of a data set that has no features yet. Throws UsageError for numbers
/// that are not finite and for weights below 0, naming the row.
DatasetMemory row_memory(const RowColumns& rows);

}  // namespace podium::python
