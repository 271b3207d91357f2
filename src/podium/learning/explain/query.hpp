#pragma once

#include "podium/learning/explain/answer.hpp"
#include "podium/learning/explain/query_scores.hpp"
#include "podium/learning/model/attribution.hpp"

namespace podium {

/// The first `documents` of a query's ranking side by side: what each of `shown` features adds to
/// their scores, compared with the mean of the query's documents. The features that add most come
/// first, whatever their sign.
ExplainAnswer explain_query(const RankingModel& model, const QueryScores& query,
                            std::size_t documents, std::size_t shown,
                            const AttributionOptions& options, TableFormat format);

}  // namespace podium
