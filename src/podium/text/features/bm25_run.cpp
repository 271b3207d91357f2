#include "podium/text/features/bm25_run.hpp"

#include <utility>

#include "podium/text/features/query_bm25.hpp"

namespace podium::text {

Run bm25_run(const CollectionMeta& collection, std::span<const QueryMeta> queries,
             std::size_t stream, const TextParameters& parameters) {
  DocumentColumns columns;
  for (const QueryMeta& query : queries) {
    QueryBm25 bm25(collection, query, stream, parameters);
    const std::size_t terms = query.term.size();
    for (const DocumentMeta& document : query.document) {
      columns.document.emplace_back(document.id);
      columns.value.push_back(
          bm25.value(static_cast<double>(document.length[stream]), [&](std::size_t t) {
            return static_cast<double>(document.frequency[stream * terms + t]);
          }));
    }
    columns.query_id.emplace_back(query.id);
    columns.query_end.push_back(columns.document.size());
  }
  return {DocumentTable(std::move(columns)), "bm25"};
}

}  // namespace podium::text
