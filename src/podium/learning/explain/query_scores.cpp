#include "podium/learning/explain/query_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/row_scores.hpp"

namespace podium {

namespace {

std::size_t find_query(const Dataset& data, const std::string& id) {
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (data[query].id == id) return query;
  }
  throw UsageError("explain: there is no query " + in_quotes(id));
}

}  // namespace

std::size_t QueryScores::rank(DocIndex doc) const {
  const auto place = std::ranges::find(ranking.order, doc);
  return static_cast<std::size_t>(place - ranking.order.begin()) + 1;
}

QueryScores scored_query(const RankingModel& model, const std::string& path, const Dataset& data,
                         const std::string& query) {
  const std::size_t at = find_query(data, query);
  const Dataset own = data.subset(std::array{at});
  QueryScores result{.raw = {},
                     .ready = {},
                     .document = {},
                     .score = model_row_scores(model, path, own),
                     .ranking = {}};
  result.raw = with_feature_set(own, model.preparation.features);
  result.ready = prepared(model.preparation, own);
  for (std::size_t doc = 0; doc < data[at].size(); ++doc) {
    result.document.push_back(data.document_id(data[at].first_row + doc));
  }
  result.ranking = rank_by_score(result.score);
  return result;
}

Cell value_cell(const QueryScores& query, DocIndex doc, std::size_t feature, TableFormat format) {
  const double value = query.value(doc, feature);
  const WordTables& words = query.raw.columns().words;
  const auto own = words.find(feature);
  if (own == words.end() || std::isnan(value)) return number_cell(value, format);
  return (*own->second)[static_cast<std::size_t>(value)];
}

DocIndex find_document(const QueryScores& query, const std::string& id) {
  const auto found = std::ranges::find(query.document, id);
  if (found != query.document.end()) return static_cast<DocIndex>(found - query.document.begin());
  throw UsageError(fmt::format("explain: query {} has no document {}; it has {}, from {} to {}",
                               in_quotes(query.id()), in_quotes(id), query.size(),
                               in_quotes(query.document.front()),
                               in_quotes(query.document.back())));
}

}  // namespace podium
