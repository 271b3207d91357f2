#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "podium/text/collect/collection_options.hpp"
#include "podium/text/collect/feature_definition.hpp"
#include "podium/text/features/link_columns.hpp"
#include "podium/text/links/corpus_links.hpp"

namespace podium::text {

/// Queries with their judgements.
struct JudgedQueries {
  std::vector<QueryText> query;
  std::vector<DocumentLabels> judged;  ///< by query
  CorpusReport topics;                 ///< problems of both files
  std::uint64_t unjudged = 0;          ///< topics without a judgement
  std::uint64_t no_topic = 0;          ///< judged queries without a topic
};

/// Without judgements all topics are kept. Throws DataError when no judged query is among the
/// topics, or when the part used as the query is empty in all topics.
JudgedQueries read_judged_queries(const QuerySource& source, CorpusFormat corpus);

/// The name, streams and parameters of the requested recipe, with "auto" resolved.
FeatureDefinition definition_of(const MetaRequest& request);

/// Rows "id p1 p2 ..." of pages and queries; missing ids get the uniform distribution. Throws
/// DataError when rows have different lengths, UsageError when only one of the files is given.
TopicalInputs read_topical_inputs(const LinkSource& source, const CorpusLinks& links,
                                  const std::vector<QueryText>& queries);

}  // namespace podium::text
