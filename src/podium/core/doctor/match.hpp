#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The chosen documents of each query, in the given order; a query without any is omitted. Levels
/// are renumbered without gaps; the strict places of a top-k truth or full order that remain stay
/// strict.
Dataset select_documents(const Dataset& data, std::span<const std::vector<DocIndex>> chosen);

/// Two judgements of the same documents.
struct MatchedDatasets {
  Dataset first;
  Dataset second;
  std::size_t queries_dropped = 0;    ///< of both sets, because they share no document
  std::size_t documents_dropped = 0;  ///< rows of both sets that the other one lacks
};

/// The intersection of two data sets: queries with the same id, and in them documents with the same
/// id, both in the order of the first set. Of a repeated document only the first row is kept. This
/// is how graded and top-k MQ2007 are made comparable [Niu12]. Throws UsageError when one of the
/// two has no document ids.
MatchedDatasets match_documents(const Dataset& first, const Dataset& second);

}  // namespace podium
