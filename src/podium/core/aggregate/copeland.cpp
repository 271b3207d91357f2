#include "podium/core/aggregate/copeland.hpp"

#include <utility>

namespace podium {

Consensus Copeland::aggregate(const Election& election) const {
  const MajorityTable table(election, {depth, missing});
  std::vector<double> score(table.size(), 0.0);
  for (ItemIndex x = 0; x < table.size(); ++x) {
    for (ItemIndex y = 0; y < table.size(); ++y) {
      if (x == y) continue;
      score[x] += table.prefers(x, y) ? 1.0 : table.prefers(y, x) ? 0.0 : 0.5;
    }
  }
  return consensus_by_score(election, std::move(score));
}

}  // namespace podium
