#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// The parameters of retrieval models. The defaults are those of LETOR's .Gov
/// collections.
struct TextParameters {
  double k1 = 2.5;
  double b = 0.8;
  double k3 = 0.0;
  double delta = 0.7;
  double mu = 2000.0;
  double lambda = 0.1;
  int average_digits = 0;

  bool operator==(const TextParameters&) const = default;

  static auto fields() {
    using Self = TextParameters;
    return std::array{
        field("k1", &Self::k1, 0.0, 1e6,
              "BM25: saturation of term frequency; larger saturates later"),
        field("b", &Self::b, 0.0, 1.0, "BM25: strength of length normalisation"),
        field("k3", &Self::k3, 0.0, 1e6, "BM25: saturation of term frequency in the query"),
        field("delta", &Self::delta, 0.0, 1.0, "LMIR.ABS: discount subtracted from every count"),
        field("mu", &Self::mu, 0.0, 1e9,
              "LMIR.DIR: pseudo-count of collection terms added to a document"),
        field("lambda", &Self::lambda, 0.0, 1.0, "LMIR.JM: weight of the collection model"),
        field("average-digits", &Self::average_digits, 0, 17,
              "round the average length to this many significant digits; 0: do not round"),
    };
  }
};

/// A term of the query in one stream.
struct TermView {
  double count = 0.0;                 ///< c: frequency in the document's stream
  double document_frequency = 0.0;    ///< df
  double collection_frequency = 0.0;  ///< cf
  double query_count = 0.0;  ///< frequency in the query; 0 at an entry that repeats another
};

/// The data of one stream of one document for one query: the input of text features.
struct StreamView {
  double documents = 0.0;    ///< N, of the collection
  double total_terms = 0.0;  ///< |C|, of the stream in the collection
  double average_length = 0.0;
  double length = 0.0;             ///< L, of the document
  double unique_length = 0.0;      ///< U
  std::span<const TermView> term;  ///< one for each entry of the query, with repetitions

  bool has_match() const noexcept;
};

/// Creates the views of one query's documents, stream by stream; a view is valid until the next of
/// the same stream. Throws UsageError when the query does not have the collection's streams.
class QueryStreams {
 public:
  QueryStreams(const CollectionMeta& collection, const QueryMeta& query,
               const TextParameters& parameters);

  StreamView view(std::size_t document, std::size_t stream);

 private:
  const QueryMeta* query_;
  std::vector<StreamView> stream_;           ///< without a document
  std::vector<std::vector<TermView>> term_;  ///< by stream
};

/// total / documents, rounded to this many significant digits; 0: not rounded.
double average_length(std::uint64_t total, std::uint64_t documents, int digits);

}  // namespace podium::text
