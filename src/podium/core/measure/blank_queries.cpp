#include "podium/core/measure/blank_queries.hpp"

#include <algorithm>

namespace podium {

bool is_blank(const TruthView& truth) {
  return std::ranges::none_of(truth.label, [](double label) { return label > 0.0; });
}

bool is_blank(const ScoredQuery& query) {
  return is_blank(query.truth);
}

std::vector<ScoredQuery> without_blank_queries(std::span<const ScoredQuery> queries) {
  std::vector<ScoredQuery> rest(queries.begin(), queries.end());
  std::erase_if(rest, [](const ScoredQuery& query) { return is_blank(query); });
  return rest;
}

Dataset without_blank_queries(const Dataset& data) {
  std::vector<std::size_t> kept;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (!is_blank(data[q].truth)) kept.push_back(q);
  }
  return kept.size() == data.query_count() ? data : data.subset(kept);
}

}  // namespace podium
