#include "podium/measure/blank_queries.hpp"

#include <algorithm>

namespace podium {

bool is_blank(const ScoredQuery& query) {
  return std::ranges::none_of(query.truth.label, [](double label) { return label > 0.0; });
}

std::vector<ScoredQuery> without_blank_queries(std::span<const ScoredQuery> queries) {
  std::vector<ScoredQuery> rest(queries.begin(), queries.end());
  std::erase_if(rest, is_blank);
  return rest;
}

}  // namespace podium
