#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "podium/text/terms/analyser.hpp"
#include "podium/text/terms/meta.hpp"
#include "podium/text/terms/query_terms.hpp"
#include "podium/text/terms/statistics.hpp"
#include "podium/text/terms/stream_layout.hpp"

namespace podium::text {

/// An occurrence of a query term in a stream. Positions count terms: stop words are not counted.
struct TermPlace {
  std::uint32_t place = 0;
  TermIndex term = 0;
};

/// The proximity of a query's terms in a stream.
///
///   min_span    the number of terms in the shortest window that has each of the query's distinct
///               terms in the stream; NaN when there are none [Tao07]
///   ordered     how often a term of the query is directly followed by the query's next term
///   unordered   how often a term and the query's next term are less than 8 positions apart, in
///               either order [Metzler05]
///
/// The last two are sums over adjacent terms of the query. Unlike the paper, which counts windows,
/// they count pairs of positions.
struct Proximity {
  double min_span = 0.0;
  double ordered = 0.0;
  double unordered = 0.0;

  static constexpr std::uint32_t window = 8;
};

/// `places` are sorted and may contain terms of other queries.
Proximity proximity(std::span<const TermPlace> places, std::span<const TermIndex> query);

/// The second pass over a collection: reads the sampled documents again, in batches like
/// CollectionCounter, and computes the columns of add_proximity().
class ProximityPass {
 public:
  /// `terms` must outlive it; `sampled` has its queries with their documents. The fields of a
  /// stream count as 100 positions apart.
  ProximityPass(const Analyser& analyser, const QueryTerms& terms, const StreamLayout& layout,
                std::span<const QueryMeta> sampled);
  ~ProximityPass();
  ProximityPass(ProximityPass&&) noexcept;
  ProximityPass& operator=(ProximityPass&&) noexcept;
  ProximityPass(const ProximityPass&) = delete;
  ProximityPass& operator=(const ProximityPass&) = delete;

  void add(std::span<const DocumentText> documents);

  /// By query: 3 numbers for each stream of each document, row by row; NaN for documents that were
  /// not read.
  std::vector<std::vector<double>> finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium::text
