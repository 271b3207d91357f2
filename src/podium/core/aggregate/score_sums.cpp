#include "podium/core/aggregate/score_sums.hpp"

#include <algorithm>
#include <numeric>

namespace podium {

std::vector<double> ScoreSums::totals() const {
  std::vector<double> totals;
  totals.reserve(given_.size());
  for (std::vector<double> given : given_) {
    std::sort(given.begin(), given.end());
    totals.push_back(std::accumulate(given.begin(), given.end(), 0.0));
  }
  return totals;
}

}  // namespace podium
