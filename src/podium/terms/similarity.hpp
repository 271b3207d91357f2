#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/terms/document_vectors.hpp"

namespace podium {

/// How alike the documents of a query are: cosines of their tf-idf vectors, row by row of the
/// matrix, by lists of the documents that have a term.
class CosineRows {
 public:
  CosineRows(const DocumentVectors& vectors, const QueryMeta& query);

  /// The cosine of a document and each; with itself it is 1 but for rounding. A document without
  /// terms is like no other (0).
  std::vector<double> row(std::size_t document) const;

 private:
  struct Posting {
    std::uint32_t document = 0;
    double weight = 0.0;
  };
  /// A term of a document: its weight there, and who has it.
  struct Occurrence {
    double weight = 0.0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::vector<Posting> posting_;
  std::vector<std::vector<Occurrence>> document_;
};

/// The upper triangle of the query's matrix, row by row without the diagonal.
std::vector<double> cosines(const DocumentVectors& vectors, const QueryMeta& query);

}  // namespace podium
