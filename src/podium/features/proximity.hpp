#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "podium/terms/analyser.hpp"
#include "podium/terms/meta.hpp"
#include "podium/terms/query_terms.hpp"
#include "podium/terms/statistics.hpp"
#include "podium/terms/stream_layout.hpp"

namespace podium {

/// A query term and where a stream has it, counted in terms: stop words take no place.
struct TermPlace {
  std::uint32_t place = 0;
  TermIndex term = 0;
};

/// How near to one another a query's terms stand in a stream.
///
///   min_span    the number of terms in the shortest stretch that has each of the query's distinct
///               terms that the stream has at all; NaN when it has none [Tao07]
///   ordered     how often a term of the query is followed at once by the query's next one
///   unordered   how often a term and the query's next one are less than 8 places apart, either
///               first [Metzler05]
///
/// The last two are sums over neighbours in the query. Unlike the paper, which counts windows, they
/// count pairs of places.
struct Proximity {
  double min_span = 0.0;
  double ordered = 0.0;
  double unordered = 0.0;

  static constexpr std::uint32_t window = 8;
};

/// `places` ascend and may hold terms of other queries.
Proximity proximity(std::span<const TermPlace> places, std::span<const TermIndex> query);

/// The second pass over a collection: reads again those documents that were sampled, in batches as
/// CollectionCounter does, and gives the columns that add_proximity() asks for.
class ProximityPass {
 public:
  /// `terms` must outlive it; `sampled` are its queries with their documents. The fields of a
  /// stream count as 100 places apart.
  ProximityPass(const Analyser& analyser, const QueryTerms& terms, const StreamLayout& layout,
                std::span<const QueryMeta> sampled);
  ~ProximityPass();
  ProximityPass(ProximityPass&&) noexcept;
  ProximityPass& operator=(ProximityPass&&) noexcept;
  ProximityPass(const ProximityPass&) = delete;
  ProximityPass& operator=(const ProximityPass&) = delete;

  void add(std::span<const DocumentText> documents);

  /// By query: 3 numbers for each stream of each document, row by row; NaN for documents that never
  /// came.
  std::vector<std::vector<double>> finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium
