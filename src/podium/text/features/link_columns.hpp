#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/text/features/sampling.hpp"
#include "podium/text/links/corpus_links.hpp"
#include "podium/text/links/host_rank.hpp"
#include "podium/text/links/topical_rank.hpp"
#include "podium/text/terms/query_terms.hpp"

namespace podium::text {

/// The topic distributions of pages and queries; empty when not given.
struct TopicalInputs {
  TopicTable page;                         ///< by page of the corpus
  std::vector<std::vector<double>> query;  ///< by query
};

/// A counted and sampled collection.
struct SampledCollection {
  const TextStatistics* statistics = nullptr;
  const QueryTerms* terms = nullptr;
  const std::vector<QueryMeta>* query = nullptr;
  const TextParameters* parameters = nullptr;
  std::size_t stream = 0;  ///< used by BM25
};

/// The column features (see column_features()) of links and addresses, by name: for each query a
/// number for each of its documents and each of `names`, row by row. NaN for features that need
/// links or URLs in a corpus without them, and for other names. PageRank, its topical variant
/// (times 1e5) and HostRank (times 1e3) are scaled as in LETOR, so that six decimals suffice.
/// Parallel over queries.
std::vector<std::vector<double>> link_columns(std::span<const std::string> names,
                                              const CorpusLinks& links, const TopicalInputs& topics,
                                              const SampledCollection& collection,
                                              HostRankRule rule = HostRankRule::host);

}  // namespace podium::text
