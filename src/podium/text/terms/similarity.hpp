#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// Similarities of the documents of a query: cosines of their tf-idf vectors, computed row by row
/// of the matrix with an inverted index.
class CosineRows {
 public:
  CosineRows(const DocumentVectors& vectors, const QueryMeta& query);

  /// The cosines of a document with all documents; with itself it is 1 up to rounding. A document
  /// without terms has cosine 0 with every other.
  std::vector<double> row(std::size_t document) const;

 private:
  struct Posting {
    std::uint32_t document = 0;
    double weight = 0.0;
  };
  /// A term of a document: its weight there, and its posting list.
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

}  // namespace podium::text
