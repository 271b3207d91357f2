#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "podium/text/terms/analyser.hpp"
#include "podium/text/terms/meta.hpp"
#include "podium/text/terms/statistics.hpp"
#include "podium/text/terms/stream_layout.hpp"

namespace podium::text {

/// A term, by its fingerprint, with its weight in a document.
struct TermWeight {
  std::uint64_t term = 0;
  double weight = 0.0;

  bool operator==(const TermWeight&) const = default;
};

/// Sorted by term, without duplicates.
using TermVector = std::vector<TermWeight>;

/// The weight of a term; 0 when the vector does not have it.
double weight_of(const TermVector& vector, std::uint64_t term) noexcept;

/// All words of the sampled documents, not only those of queries.
struct DocumentVectors {
  struct Document {
    TermVector count;
    TermVector unit;  ///< c * ln(N / df), of length one; empty when all of that is 0
  };

  std::unordered_map<std::string, Document> document;
  std::unordered_map<std::uint64_t, double> share;  ///< cf / |C| of each term of the collection

  /// The vectors of a document; empty for one that was not read.
  const Document& of(const std::string& id) const;
};

/// A further pass over a collection for one stream of the sampled documents, in batches, parallel
/// over documents. Memory grows with the distinct terms of the collection and with the sample.
class DocumentVectorPass {
 public:
  DocumentVectorPass(const Analyser& analyser, const StreamLayout& layout, std::size_t stream,
                     std::span<const QueryMeta> sampled);
  ~DocumentVectorPass();
  DocumentVectorPass(const DocumentVectorPass&) = delete;
  DocumentVectorPass& operator=(const DocumentVectorPass&) = delete;
  DocumentVectorPass(DocumentVectorPass&&) = delete;
  DocumentVectorPass& operator=(DocumentVectorPass&&) = delete;

  void add(std::span<const DocumentText> documents);

  DocumentVectors finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium::text
