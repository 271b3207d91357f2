#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The memory of a DocumentTable.
struct DocumentColumns {
  std::vector<std::string_view> query_id;
  std::vector<std::uint64_t> query_end;  ///< rows of query q: [query_end[q-1], query_end[q])
  std::vector<std::string_view> document;
  std::vector<double> value;
  std::shared_ptr<const void> text;  ///< the memory of the ids
};

/// A number for some documents of each query: the labels of a qrels file, the scores of a
/// run. Queries are distinct and in order of first appearance, the documents of a query are
/// distinct and in input order. Immutable, cheap to copy: copies share the memory.
class DocumentTable {
 public:
  /// One query, borrowed.
  struct Query {
    std::string_view id;
    std::span<const std::string_view> document;
    std::span<const double> value;

    std::size_t size() const noexcept { return document.size(); }
  };

  DocumentTable() : DocumentTable(DocumentColumns{}) {}

  /// Throws UsageError when a query occurs twice; the documents of a query must be distinct.
  explicit DocumentTable(DocumentColumns columns);

  /// The rows of a data set with `values`, one per row. Throws UsageError when a query has a
  /// document twice.
  DocumentTable(const Dataset& data, std::span<const double> values);

  std::size_t query_count() const noexcept { return content_->columns.query_id.size(); }
  std::size_t row_count() const noexcept { return content_->columns.document.size(); }
  Query operator[](std::size_t query) const;

  /// The index of the query with this id.
  std::optional<std::size_t> find(std::string_view query_id) const;

 private:
  struct Content {
    DocumentColumns columns;
    std::unordered_map<std::string_view, std::size_t> query;
  };
  std::shared_ptr<const Content> content_;
};

}  // namespace podium
