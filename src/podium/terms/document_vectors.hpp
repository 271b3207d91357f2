#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "podium/terms/analyser.hpp"
#include "podium/terms/meta.hpp"
#include "podium/terms/statistics.hpp"
#include "podium/terms/stream_layout.hpp"

namespace podium {

/// A term by its fingerprint, and what it weighs in a document.
struct TermWeight {
  std::uint64_t term = 0;
  double weight = 0.0;

  bool operator==(const TermWeight&) const = default;
};

/// Ascends by term, each once.
using TermVector = std::vector<TermWeight>;

/// The weight of a term, 0 when the vector lacks it.
double weight_of(const TermVector& vector, std::uint64_t term) noexcept;

/// All words of sampled documents, not those of queries alone.
struct DocumentVectors {
  struct Document {
    TermVector count;
    TermVector unit;  ///< c * ln(N / df), of length one; empty when all of that is 0
  };

  std::unordered_map<std::string, Document> document;
  std::unordered_map<std::uint64_t, double> share;  ///< cf / |C| of each term of the collection

  /// An empty one for a document that never came.
  const Document& of(const std::string& id) const;
};

/// Another pass over a collection for one stream of the sampled documents, in batches, parallel
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

}  // namespace podium
