#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace podium::text {

/// A part of documents that is counted separately: the title, the anchors, the whole text.
struct StreamMeta {
  std::string name;
  std::uint64_t unique_terms = 0;
  std::uint64_t total_terms = 0;

  bool operator==(const StreamMeta&) const = default;
};

/// Statistics of a collection as a whole.
struct CollectionMeta {
  std::string name;
  std::uint64_t documents = 0;
  std::vector<StreamMeta> stream;

  bool operator==(const CollectionMeta&) const = default;
};

/// A word of a query with its frequencies by stream.
struct TermMeta {
  std::string word;
  std::vector<std::uint64_t> document_frequency;    ///< documents whose stream contains it
  std::vector<std::uint64_t> collection_frequency;  ///< occurrences in the stream of all documents

  bool operator==(const TermMeta&) const = default;
};

/// The counts of a document for one query.
struct DocumentMeta {
  std::string id;
  double label = 0.0;
  std::vector<std::uint32_t> length;         ///< in terms, by stream
  std::vector<std::uint32_t> unique_length;  ///< in distinct terms, by stream
  std::vector<std::uint32_t> frequency;      ///< of term t in stream s: [s * terms + t]

  bool operator==(const DocumentMeta&) const = default;
};

/// The data for the text features of one query, as in LETOR's query XML. A word
/// that the query has twice is two entries of `term` with the same counts [Qin10].
struct QueryMeta {
  std::string id;
  std::vector<std::uint32_t>
      length;  ///< query terms that the stream has in some document, by stream
  std::vector<TermMeta> term;
  std::vector<DocumentMeta> document;

  bool operator==(const QueryMeta&) const = default;
};

}  // namespace podium::text
