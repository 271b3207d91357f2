#include "podium/learning/learn/ranks_nothing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace podium {

namespace {

bool has_two_scores(const Dataset& data, const std::vector<double>& scores) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (std::size_t row = 1; row < view.size(); ++row) {
      if (scores[view.first_row + row] != scores[view.first_row]) return true;
    }
  }
  return false;
}

}  // namespace

bool ranks_nothing(const Dataset& data,
                   const std::function<std::vector<double>(const Dataset&)>& score) {
  // Few queries first: nearly always they are enough.
  std::vector<std::size_t> queries;
  for (std::size_t next = 0; next < data.query_count(); next += queries.size()) {
    queries.resize(std::min(4 * queries.size() + 16, data.query_count() - next));
    std::iota(queries.begin(), queries.end(), next);
    const Dataset part = data.subset(queries);
    if (has_two_scores(part, score(part))) return false;
  }
  return true;
}

}  // namespace podium
