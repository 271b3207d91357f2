#include "podium/core/prepare/info.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

template <class Value>
std::size_t bytes_of(std::span<const Value> column) {
  return column.size_bytes();
}

std::size_t bytes_of(const StringColumn& column) {
  return column.end.size_bytes() + column.text.size_bytes();
}

std::size_t memory_of(const DatasetColumns& c) {
  return bytes_of(c.query_end) + bytes_of(c.feature_begin) + bytes_of(c.features) +
         bytes_of(c.row_end) + bytes_of(c.feature_column) + bytes_of(c.label) + bytes_of(c.level) +
         bytes_of(c.strict) + bytes_of(c.query_id) + bytes_of(c.document_id) +
         bytes_of(c.feature_name) + bytes_of(c.input_row) + bytes_of(c.row_weight) +
         bytes_of(c.query_weight) + bytes_of(c.inc) + bytes_of(c.prob) + bytes_of(c.second_label);
}

void describe_queries(const Dataset& data, DatasetInfo& info) {
  std::vector<std::size_t> sizes;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const auto labels = data[query].truth.label;
    sizes.push_back(labels.size());
    if (labels.size() < 10) ++info.short_queries;
    if (labels.empty()) continue;
    const double highest = *std::ranges::max_element(labels);
    if (highest <= 0.0) ++info.blank_queries;
    const auto is_highest = [&](double label) { return !is_judged(label) || label == highest; };
    if (std::ranges::all_of(labels, is_highest)) ++info.tied_queries;
  }
  if (sizes.empty()) return;
  std::ranges::sort(sizes);
  const std::size_t half = sizes.size() / 2;
  const auto middle = static_cast<double>(sizes[half] + sizes[sizes.size() - 1 - half]);
  info.documents_per_query = {sizes.front(), middle / 2.0, sizes.back()};
}

}  // namespace

DatasetInfo describe(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  DatasetInfo info;
  info.queries = data.query_count();
  info.rows = data.row_count();
  info.features = data.feature_count();
  for (const double label : columns.label) ++info.labels[label];
  info.unjudged = count_unjudged(data).documents;
  describe_queries(data, info);
  std::vector<std::size_t> missing(data.query_count());
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    missing[query] = static_cast<std::size_t>(std::ranges::count_if(
        data[query].features.stored(), [](float value) { return std::isnan(value); }));
  });
  info.missing = std::accumulate(missing.begin(), missing.end(), std::size_t{0});
  info.memory_bytes = memory_of(columns);
  info.is_sparse = data.is_sparse();
  if (info.is_sparse) info.stored = columns.features.size();
  info.has_document_ids = !columns.document_id.empty();
  info.has_feature_names = !columns.feature_name.empty();
  info.has_row_weights = !columns.row_weight.empty();
  info.has_query_weights = !columns.query_weight.empty();
  info.is_ordered = !columns.strict.empty();
  return info;
}

std::string stored_text(const DatasetInfo& info) {
  if (!info.is_sparse) return "dense";
  const double cells = static_cast<double>(info.rows) * static_cast<double>(info.features);
  return fmt::format("sparse: {} other than 0, {:.2f} %", counted(info.stored, "value"),
                     100.0 * static_cast<double>(info.stored) / cells);
}

}  // namespace podium
