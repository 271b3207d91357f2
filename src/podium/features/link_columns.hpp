#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/features/sampling.hpp"
#include "podium/links/corpus_links.hpp"
#include "podium/links/topical_rank.hpp"
#include "podium/terms/query_terms.hpp"

namespace podium {

/// What pages and queries are about; empty when nobody said.
struct TopicalInputs {
  TopicTable page;                         ///< by page of the corpus
  std::vector<std::vector<double>> query;  ///< by query
};

/// A collection that was counted and sampled, as the columns look at it.
struct SampledCollection {
  const TextStatistics* statistics = nullptr;
  const QueryTerms* terms = nullptr;
  const std::vector<QueryMeta>* query = nullptr;
  const TextParameters* parameters = nullptr;
  std::size_t stream = 0;  ///< that BM25 looks at
};

/// The column features (see column_features()) that links and addresses give, by name: for each
/// query a number for each of its documents and each of `names`, row by row. NaN where a corpus
/// without links or URLs has none, and for names that are no such feature. PageRank, its topical
/// variant (times 1e5) and HostRank (times 1e3) are scaled as LETOR's are, so that six decimals
/// show them. Parallel over queries.
std::vector<std::vector<double>> link_columns(std::span<const std::string> names,
                                              const CorpusLinks& links, const TopicalInputs& topics,
                                              const SampledCollection& collection);

}  // namespace podium
