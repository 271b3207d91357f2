#pragma once

#include "podium/learning/explain/answer.hpp"
#include "podium/learning/explain/query_scores.hpp"
#include "podium/learning/model/attribution.hpp"

namespace podium {

/// How the score of a document comes about, feature by feature; `shown` features are listed, the
/// largest first. Models whose score is not a sum over features are compared with the mean of
/// the query's documents; see attribution().
ExplainAnswer explain_document(const RankingModel& model, const QueryScores& query, DocIndex doc,
                               std::size_t shown, const AttributionOptions& options,
                               TableFormat format);

/// Why document `doc` is above (or below) document `other`, feature by feature.
ExplainAnswer explain_pair(const RankingModel& model, const QueryScores& query, DocIndex doc,
                           DocIndex other, std::size_t shown, const AttributionOptions& options,
                           TableFormat format);

}  // namespace podium
