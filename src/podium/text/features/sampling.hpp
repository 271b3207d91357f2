#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/features/stream_view.hpp"
#include "podium/text/terms/meta.hpp"
#include "podium/text/terms/statistics.hpp"

namespace podium::text {

/// How documents of the collection are chosen for a query.
struct SampleOptions {
  enum class Kind { bm25, judged };
  Kind kind = Kind::bm25;
  std::size_t depth = 1000;

  static auto fields() {
    using Self = SampleOptions;
    constexpr std::array<std::string_view, 2> kinds = {"bm25", "judged"};
    return std::array{
        field("sample", &Self::kind, kinds, "take the best documents by BM25, or the judged ones"),
        field("depth", &Self::depth, std::size_t{1}, std::size_t{1'000'000'000},
              "maximum number of documents per query for BM25 sampling"),
    };
  }
};

/// The labels of documents, by id, for one query.
using DocumentLabels = std::map<std::string, double, std::less<>>;

/// Queries with their documents, and the losses of sampling.
struct SampledQueries {
  std::vector<QueryMeta> query;
  std::uint64_t relevant = 0;       ///< judged above 0 and in the collection
  std::uint64_t lost_relevant = 0;  ///< of those, not in the sample
  std::uint64_t unknown = 0;        ///< judged, but not in the collection
};

/// Chooses documents for each query and collects the data for its features.
///
///   bm25     the `depth` best of those that have a query term in the stream, best first, ties by
///            id; unjudged documents get the label 0 [Qin10]
///   judged   exactly the judged ones, in the order of the collection
///
/// `judgements` holds those of each query, or nothing; judged documents must have been `wanted` by
/// the CollectionCounter. BM25 uses `stream`. Parallel over queries.
SampledQueries sample_queries(const TextStatistics& statistics, const QueryTerms& terms,
                              std::span<const DocumentLabels> judgements,
                              const SampleOptions& options, const TextParameters& parameters,
                              std::size_t stream);

}  // namespace podium::text
