#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "podium/text/analyser.hpp"
#include "podium/text/meta.hpp"
#include "podium/text/statistics.hpp"
#include "podium/text/stream_layout.hpp"

namespace podium {

/// How alike the documents of each query are: cosines of tf-idf vectors, weight c * ln(N / df), of
/// one stream. Another pass over the collection; memory grows with its distinct terms and with the
/// sampled documents.
class SimilarityPass {
 public:
  SimilarityPass(const Analyser& analyser, const StreamLayout& layout, std::size_t stream,
                 std::span<const QueryMeta> sampled);
  ~SimilarityPass();
  SimilarityPass(const SimilarityPass&) = delete;
  SimilarityPass& operator=(const SimilarityPass&) = delete;
  SimilarityPass(SimilarityPass&&) = delete;
  SimilarityPass& operator=(SimilarityPass&&) = delete;

  void add(std::span<const DocumentText> documents);

  /// The upper triangle of the query's matrix, row by row without the diagonal; a document without
  /// terms is like no other (0). Once all documents came.
  std::vector<double> cosines(const QueryMeta& query) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium
