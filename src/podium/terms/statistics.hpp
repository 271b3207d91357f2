#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "podium/terms/analyser.hpp"
#include "podium/terms/counted_documents.hpp"
#include "podium/terms/meta.hpp"
#include "podium/terms/query_terms.hpp"
#include "podium/terms/stream_layout.hpp"

namespace podium {

/// A document as its reader gives it: one text for each field of the layout.
struct DocumentText {
  std::string_view id;
  std::vector<std::string_view> field;
};

/// What one pass over a collection leaves behind.
struct TextStatistics {
  CollectionMeta collection;   ///< without a name
  std::vector<TermMeta> term;  ///< by TermIndex
  CountedDocuments document;   ///< those with a query term and those asked for, in input order
  std::uint64_t bad_text = 0;  ///< pieces that were no UTF-8
  std::uint64_t empty = 0;     ///< documents without a term in any stream
};

/// Counts a collection in one pass, a batch of documents after the other, parallel over the
/// documents of a batch; the same bits for any number of threads and any cut into batches.
///
/// Memory: what TextStatistics holds, and 21 to 43 bytes for each distinct term of the collection,
/// of which fingerprints are kept to count them exactly. Nothing else grows with the collection.
class CollectionCounter {
 public:
  using Ids = std::unordered_set<std::string>;

  /// `terms` must outlive it. Documents named in `wanted` are kept even when no query has one of
  /// their terms: those that were judged, say.
  CollectionCounter(const Analyser& analyser, const QueryTerms& terms, StreamLayout layout,
                    Ids wanted = {});
  ~CollectionCounter();
  CollectionCounter(CollectionCounter&&) noexcept;
  CollectionCounter& operator=(CollectionCounter&&) noexcept;
  CollectionCounter(const CollectionCounter&) = delete;
  CollectionCounter& operator=(const CollectionCounter&) = delete;

  /// Throws ContractError when a document has not as many fields as the layout.
  void add(std::span<const DocumentText> documents);

  TextStatistics finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium
