#pragma once

#include <cstddef>
#include <span>

#include "podium/core/format/trec/run.hpp"
#include "podium/text/features/stream_view.hpp"
#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// BM25 of one stream for the documents of each query: a first stage for labelling, fusion or
/// comparisons. Borrows the ids of `queries`.
Run bm25_run(const CollectionMeta& collection, std::span<const QueryMeta> queries,
             std::size_t stream, const TextParameters& parameters);

}  // namespace podium::text
