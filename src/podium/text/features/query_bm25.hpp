#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/text/features/stream_view.hpp"
#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// BM25 of a query for any term counts, which need not be integers: for example after propagation
/// over links.
class QueryBm25 {
 public:
  /// `parameters` must outlive it.
  QueryBm25(const CollectionMeta& collection, const QueryMeta& query, std::size_t stream,
            const TextParameters& parameters);

  /// `count(t)` is the frequency of the query's entry t in a document of `length` terms.
  template <class Count>
  double value(double length, Count count) {
    for (std::size_t t = 0; t < term_.size(); ++t) term_[t].count = count(t);
    view_.length = length;
    return value_of_counts();
  }

 private:
  double value_of_counts();

  const TextParameters* parameters_;
  StreamView view_;
  std::vector<TermView> term_;
};

}  // namespace podium::text
