#include "podium/core/format/judged_rows.hpp"

#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/gathered_rows.hpp"

namespace podium {

namespace {

/// Marks the judged rows of a query. Throws DataError when a judged document has no row or several.
void mark_rows(const Dataset& data, const QueryView& query, const DocumentTable::Query& labels,
               const std::string& path, std::vector<bool>& is_judged) {
  std::unordered_map<std::string_view, bool> is_seen;
  for (const std::string_view document : labels.document) is_seen.emplace(document, false);
  for (std::size_t row = query.first_row; row < query.first_row + query.size(); ++row) {
    const std::string id = data.document_id(row);
    const auto found = is_seen.find(id);
    if (found == is_seen.end()) continue;
    if (std::exchange(found->second, true)) {
      throw DataError({path}, fmt::format("found document {} of query {} twice, expected it once",
                                          in_quotes(id), in_quotes(query.id)));
    }
    is_judged[row] = true;
  }
  for (const std::string_view document : labels.document) {
    if (is_seen[document]) continue;
    throw DataError({path},
                    fmt::format("found no row for judged document {} of query {}, expected one",
                                in_quotes(document), in_quotes(query.id)));
  }
}

void check_queries(const Dataset& data, const DocumentTable& judged, const std::string& path) {
  std::unordered_map<std::string_view, std::size_t> rows;
  for (std::size_t i = 0; i < data.query_count(); ++i) rows.emplace(data[i].id, i);
  for (std::size_t i = 0; i < judged.query_count(); ++i) {
    if (rows.contains(judged[i].id)) continue;
    throw DataError({path}, fmt::format("found no row for judged query {}, expected at least one",
                                        in_quotes(judged[i].id)));
  }
}

}  // namespace

std::vector<std::string> JudgedRows::remarks() const {
  std::vector<std::string> all;
  if (documents > 0) {
    all.push_back(fmt::format("{} {} without a judgement",
                              unjudged == Unjudged::rest ? "set label 0 for" : "omitted",
                              counted(documents, "document")));
  }
  if (queries > 0) {
    all.push_back(
        fmt::format("omitted {} without a judgement", counted(queries, "query", "queries")));
  }
  return all;
}

JudgedRows judged_rows(const Dataset& data, const DocumentTable& judged, Unjudged unjudged,
                       const std::string& path, const TruthOf& truth_of) {
  check_queries(data, judged, path);
  std::vector<bool> is_judged(data.row_count(), false);
  std::vector<bool> is_wanted(data.row_count(), false);
  std::vector<WeakOrder> truths;
  JudgedRows rows;
  rows.unjudged = unjudged;
  for (std::size_t i = 0; i < data.query_count(); ++i) {
    const QueryView query = data[i];
    const auto found = judged.find(query.id);
    if (!found) {
      ++rows.queries;
      truths.push_back(weak_order(GradedTruth{std::vector<double>(query.size(), 0.0)}));
      continue;
    }
    mark_rows(data, query, judged[*found], path, is_judged);
    truths.push_back(truth_of(query, judged[*found]));
    for (std::size_t row = query.first_row; row < query.first_row + query.size(); ++row) {
      if (!is_judged[row]) ++rows.documents;
      is_wanted[row] = is_judged[row] || unjudged != Unjudged::drop;
    }
  }
  if (unjudged == Unjudged::refuse && rows.documents + rows.queries > 0) {
    throw NotJudged(
        {path}, fmt::format("found {} of judged queries and {} without a judgement, expected none",
                            counted(rows.documents, "document"),
                            counted(rows.queries, "query", "queries")));
  }
  // Rows without ids are identified by their position in the input, so labels are set first.
  rows.data = with_rows(data.with_truth(truths), is_wanted);
  return rows;
}

}  // namespace podium
