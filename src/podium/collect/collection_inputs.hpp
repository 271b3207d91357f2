#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "podium/collect/collection_options.hpp"
#include "podium/collect/feature_definition.hpp"
#include "podium/features/link_columns.hpp"
#include "podium/links/corpus_links.hpp"

namespace podium {

/// Queries and what judges said, ready to be counted.
struct JudgedQueries {
  std::vector<QueryText> query;
  std::vector<DocumentLabels> judged;  ///< by query
  CorpusReport topics;                 ///< what the readers of both noticed
  std::uint64_t unjudged = 0;          ///< topics without a judgement
  std::uint64_t no_topic = 0;          ///< judged queries that the topics lack
};

/// Without judgements all topics are kept. Throws DataError when no query of the judgements is
/// among the topics, or no topic has anything in the part that is to be the query.
JudgedQueries read_judged_queries(const CollectionRequest& request);

/// The recipe's name, streams and parameters that a request asks for, with "auto" decided.
FeatureDefinition definition_of(const CollectionRequest& request);

/// Rows "id p1 p2 ..." of pages and queries; what a file lacks is about every topic alike. Throws
/// DataError when rows have different lengths, UsageError when only one of the files is given.
TopicalInputs read_topical_inputs(const CollectionRequest& request, const CorpusLinks& links,
                                  const std::vector<QueryText>& queries);

}  // namespace podium
