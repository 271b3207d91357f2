#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/data/dataset.hpp"

namespace podium {

/// The chosen documents of each query, in the given order; a query without any is left out. Levels
/// are made dense again, and the strict places of a top-k truth or full order are those that stay.
Dataset select_documents(const Dataset& data, std::span<const std::vector<DocIndex>> chosen);

/// Two judgements of the same documents.
struct MatchedDatasets {
  Dataset first;
  Dataset second;
  std::size_t queries_dropped = 0;    ///< of either, because no document is in both
  std::size_t documents_dropped = 0;  ///< rows of either that the other lacks
};

/// What both data sets judge: queries with the same id, in them documents with the same id, in the
/// first one's order in both results. A repeated document counts once, its first row stays. This
/// is how graded and top-k MQ2007 are made comparable [Niu12]. Throws UsageError when one of the
/// two has no document ids.
MatchedDatasets match_documents(const Dataset& first, const Dataset& second);

}  // namespace podium
