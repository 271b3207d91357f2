#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "podium/text/terms/analyser.hpp"
#include "podium/text/terms/counted_documents.hpp"
#include "podium/text/terms/meta.hpp"
#include "podium/text/terms/query_terms.hpp"
#include "podium/text/terms/stream_layout.hpp"

namespace podium::text {

/// A document before counting: one text for each field of the layout.
struct DocumentText {
  std::string_view id;
  std::vector<std::string_view> field;
};

/// The result of one pass over a collection.
struct TextStatistics {
  CollectionMeta collection;   ///< without a name
  std::vector<TermMeta> term;  ///< by TermIndex
  CountedDocuments document;   ///< those with a query term and the wanted ones, in input order
  std::uint64_t bad_text = 0;  ///< invalid UTF-8 sequences
  std::uint64_t empty = 0;     ///< documents without a term in any stream
};

/// Counts a collection in one pass, batch by batch, parallel over the
/// documents of a batch; the same bits for any number of threads and any cut into batches.
///
/// Memory: TextStatistics, and 21 to 43 bytes for each distinct term of the collection, whose
/// fingerprints are stored for an exact count. Nothing else grows with the collection.
class CollectionCounter {
 public:
  using Ids = std::unordered_set<std::string>;

  /// `terms` must outlive it. Documents in `wanted`, for example judged ones, are kept even when
  /// they contain no query term.
  CollectionCounter(const Analyser& analyser, const QueryTerms& terms, StreamLayout layout,
                    Ids wanted = {});
  ~CollectionCounter();
  CollectionCounter(CollectionCounter&&) noexcept;
  CollectionCounter& operator=(CollectionCounter&&) noexcept;
  CollectionCounter(const CollectionCounter&) = delete;
  CollectionCounter& operator=(const CollectionCounter&) = delete;

  /// Throws ContractError when a document has another number of fields than the layout.
  void add(std::span<const DocumentText> documents);

  TextStatistics finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium::text
