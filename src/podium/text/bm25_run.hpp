#pragma once

#include <cstddef>
#include <span>

#include "podium/format/run.hpp"
#include "podium/text/meta.hpp"
#include "podium/text/stream_view.hpp"

namespace podium {

/// BM25 of one stream for the documents of each query: the first stage that labelling, fusion or a
/// comparison starts from. Borrows the ids of `queries`.
Run bm25_run(const CollectionMeta& collection, std::span<const QueryMeta> queries,
             std::size_t stream, const TextParameters& parameters);

}  // namespace podium
