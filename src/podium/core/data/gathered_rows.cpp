#include "podium/core/data/gathered_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {

namespace {

template <class Value>
std::vector<Value> chosen_rows(std::span<const Value> column, std::span<const QueryRows> parts) {
  std::vector<Value> chosen;
  if (column.empty()) return chosen;
  for (const QueryRows& part : parts) {
    for (const std::size_t row : part.row) chosen.push_back(column[row]);
  }
  return chosen;
}

template <class Value>
std::vector<Value> chosen_queries(std::span<const Value> column, std::span<const QueryRows> parts) {
  std::vector<Value> chosen;
  if (column.empty()) return chosen;
  for (const QueryRows& part : parts) chosen.push_back(column[part.query]);
  return chosen;
}

/// The values of the chosen rows, all of them; rows_of(query) are those of a query.
template <class Matrix, class RowsOf>
Matrix chosen_features(const Dataset& data, std::span<const QueryRows> parts,
                       std::span<const std::uint64_t> query_end, const RowsOf& rows_of) {
  const std::size_t columns = data.feature_count();
  Matrix chosen(query_end, columns, default_memory_limit());
  parallel_for(parts.size(), [&](std::size_t i) {
    const QueryView query = data[parts[i].query];
    const auto rows = rows_of(query);
    std::size_t to = chosen.begins()[i];
    for (const std::size_t row : parts[i].row) {
      rows[static_cast<DocIndex>(row - query.first_row)].copy_to(
          chosen.values().subspan(to, columns));
      to += columns;
    }
  });
  return chosen;
}

/// The values other than 0 of the chosen rows of one query.
SparsePart chosen_sparse(const QueryView& query, std::span<const std::size_t> rows) {
  SparsePart part;
  for (const std::size_t row : rows) {
    const auto doc = static_cast<DocIndex>(row - query.first_row);
    std::span<const double> exact;  // laid out as the floats
    if (!query.exact.empty()) exact = query.exact[doc].stored();
    std::size_t i = 0;
    query.features[doc].for_each_stored([&](std::size_t column, float value) {
      if (exact.empty()) {
        part.add(column, value);
      } else {
        part.add(column, value, exact[i++]);
      }
    });
    part.end_row();
  }
  return part;
}

/// Renumbers input rows by their order among the chosen rows.
void number_anew(std::vector<std::uint64_t>& input_row) {
  std::vector<std::size_t> by_input(input_row.size());
  std::iota(by_input.begin(), by_input.end(), std::size_t{0});
  std::ranges::sort(by_input, {}, [&](std::size_t row) { return input_row[row]; });
  for (std::size_t place = 0; place < by_input.size(); ++place) {
    input_row[by_input[place]] = place;
  }
}

/// The number of rows in the strictly ordered part of their query.
std::uint32_t strict_count(const TruthView& truth, const QueryRows& part, std::size_t first_row) {
  if (truth.strict == 0) return 0;
  const Level highest = *std::ranges::max_element(truth.level);
  return static_cast<std::uint32_t>(std::ranges::count_if(part.row, [&](std::size_t row) {
    return truth.level[row - first_row] + truth.strict > highest;
  }));
}

std::vector<std::uint32_t> chosen_strict(const Dataset& data, std::span<const QueryRows> parts) {
  std::vector<std::uint32_t> strict;
  if (data.columns().strict.empty()) return strict;
  for (const QueryRows& part : parts) {
    const QueryView query = data[part.query];
    strict.push_back(strict_count(query.truth, part, query.first_row));
  }
  return strict;
}

/// The levels of the chosen rows, dense again. Not from the labels: equal labels may have different
/// levels.
std::vector<Level> chosen_levels(const Dataset& data, std::span<const QueryRows> parts) {
  std::vector<Level> levels;
  for (const QueryRows& part : parts) {
    std::vector<double> before;
    for (const std::size_t row : part.row) before.push_back(data.columns().level[row]);
    levels.resize(levels.size() + before.size());
    levels_of_labels(before, std::span(levels).last(before.size()));
  }
  return levels;
}

}  // namespace

FeatureMemory gathered_features(const Dataset& data, std::span<const QueryRows> parts,
                                bool is_sparse) {
  FeatureMemory chosen;
  if (is_sparse) {
    std::vector<SparsePart> sparse(parts.size());
    parallel_for(parts.size(), [&](std::size_t i) {
      sparse[i] = chosen_sparse(data[parts[i].query], parts[i].row);
    });
    chosen.sparse = SparseMatrix(std::move(sparse), default_memory_limit());
    if (!chosen.sparse.row_end().empty()) return chosen;  // data without rows is dense
  }
  std::vector<std::uint64_t> query_end;
  std::uint64_t rows = 0;
  for (const QueryRows& part : parts) query_end.push_back(rows += part.row.size());
  chosen.dense = chosen_features<FeatureMatrix>(
      data, parts, query_end, [](const QueryView& query) { return query.features; });
  if (!data.columns().exact_features.empty()) {
    chosen.exact = chosen_features<ExactMatrix>(data, parts, query_end,
                                                [](const QueryView& query) { return query.exact; });
  }
  return chosen;
}

Dataset gathered_rows(const Dataset& data, std::span<const QueryRows> parts) {
  return gathered_rows(data, parts, data.is_sparse());
}

Dataset gathered_rows(const Dataset& data, std::span<const QueryRows> parts, bool is_sparse) {
  const DatasetColumns& columns = data.columns();
  DatasetMemory memory;
  memory.feature_count = columns.feature_count;
  memory.first_feature_id = columns.first_feature_id;
  for (const QueryRows& part : parts) {
    memory.add_query_id(columns.query_id[part.query]);
    for (const std::size_t row : part.row) {
      if (!columns.document_id.empty()) memory.add_document_id(columns.document_id[row]);
      memory.input_row.push_back(data.input_row(row));
    }
    memory.query_end.push_back(memory.input_row.size());
  }
  number_anew(memory.input_row);
  for (std::size_t f = 0; f < columns.feature_name.size(); ++f) {
    memory.add_feature_name(columns.feature_name[f]);
  }
  memory.label = chosen_rows(columns.label, parts);
  memory.level = chosen_levels(data, parts);
  memory.row_weight = chosen_rows(columns.row_weight, parts);
  memory.inc = chosen_rows(columns.inc, parts);
  memory.prob = chosen_rows(columns.prob, parts);
  memory.second_label = chosen_rows(columns.second_label, parts);
  memory.query_weight = chosen_queries(columns.query_weight, parts);
  memory.features = gathered_features(data, parts, is_sparse);
  memory.strict = chosen_strict(data, parts);
  memory.words = columns.words;
  return build_dataset(std::move(memory));
}

Dataset with_rows(const Dataset& data, const std::vector<bool>& wanted) {
  expects(wanted.size() == data.row_count(), "one flag per row");
  if (std::ranges::find(wanted, false) == wanted.end()) return data;
  std::vector<QueryRows> parts;
  for (std::size_t i = 0; i < data.query_count(); ++i) {
    const QueryView query = data[i];
    QueryRows part{.query = i};
    for (std::size_t row = query.first_row; row < query.first_row + query.size(); ++row) {
      if (wanted[row]) part.row.push_back(row);
    }
    if (!part.row.empty()) parts.push_back(std::move(part));
  }
  return gathered_rows(data, parts);
}

}  // namespace podium
