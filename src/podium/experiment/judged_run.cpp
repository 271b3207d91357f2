#include "podium/experiment/judged_run.hpp"

namespace podium {

std::vector<ScoredQuery> scored_queries(const JudgedRun& run) {
  std::vector<ScoredQuery> queries;
  for (std::size_t i = 0; i < run.query_count(); ++i) {
    const JudgedQuery query = run[i];
    queries.push_back({.id = query.id,
                       .truth = query.truth,
                       .scores = query.scores,
                       .document_id = query.document_id});
  }
  return queries;
}

}  // namespace podium
