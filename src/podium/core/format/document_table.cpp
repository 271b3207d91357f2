#include "podium/core/format/document_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_index.hpp"

namespace podium {

namespace {

void check_documents(const DocumentTable::Query& query) {
  DocumentIndex index(query.document);
  for (std::size_t doc = 0; doc < query.size(); ++doc) {
    if (index.add(static_cast<DocIndex>(doc)) != DocumentIndex::none) {
      throw UsageError(fmt::format("query {}: found document {} twice, expected it once",
                                   in_quotes(query.id), in_quotes(query.document[doc])));
    }
  }
}

/// The ids of the data set, kept alive by a copy of it, or made from input rows when it has none.
struct DatasetIds {
  Dataset data;
  std::vector<std::string> made;
};

DocumentColumns columns_of(const Dataset& data, std::span<const double> values) {
  expects(values.size() == data.row_count(), "one value per row");
  auto ids = std::make_shared<DatasetIds>(DatasetIds{data, {}});
  DocumentColumns columns{.value = {values.begin(), values.end()}};
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    columns.query_id.push_back(data.columns().query_id[query]);
  }
  columns.query_end.assign(data.columns().query_end.begin(), data.columns().query_end.end());
  if (data.columns().document_id.empty()) {
    for (std::size_t row = 0; row < data.row_count(); ++row) {
      ids->made.push_back(data.document_id(row));
    }
    columns.document.assign(ids->made.begin(), ids->made.end());
  } else {
    for (std::size_t row = 0; row < data.row_count(); ++row) {
      columns.document.push_back(data.columns().document_id[row]);
    }
  }
  columns.text = std::move(ids);
  return columns;
}

}  // namespace

DocumentTable::DocumentTable(DocumentColumns columns) {
  expects(columns.query_end.size() == columns.query_id.size(), "an end for each query");
  expects(columns.document.size() == columns.value.size(), "a value for each document");
  expects((columns.query_end.empty() ? 0 : columns.query_end.back()) == columns.value.size(),
          "the queries to cover all rows");
  auto content = std::make_shared<Content>(Content{std::move(columns), {}});
  const auto& ids = content->columns.query_id;
  for (std::size_t query = 0; query < ids.size(); ++query) {
    if (!content->query.emplace(ids[query], query).second) {
      throw UsageError(
          fmt::format("found query {} twice, expected it once", in_quotes(ids[query])));
    }
  }
  content_ = std::move(content);
}

DocumentTable::DocumentTable(const Dataset& data, std::span<const double> values)
    : DocumentTable(columns_of(data, values)) {
  parallel_for(query_count(), [&](std::size_t query) { check_documents((*this)[query]); });
}

DocumentTable::Query DocumentTable::operator[](std::size_t query) const {
  expects(query < query_count(), "a query of this table");
  const DocumentColumns& columns = content_->columns;
  const std::size_t begin = query == 0 ? 0 : columns.query_end[query - 1];
  const std::size_t count = columns.query_end[query] - begin;
  return {columns.query_id[query], std::span(columns.document).subspan(begin, count),
          std::span(columns.value).subspan(begin, count)};
}

std::optional<std::size_t> DocumentTable::find(std::string_view query_id) const {
  const auto found = content_->query.find(query_id);
  if (found == content_->query.end()) return std::nullopt;
  return found->second;
}

}  // namespace podium
