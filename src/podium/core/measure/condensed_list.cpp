#include "podium/core/measure/condensed_list.hpp"

#include "podium/core/data/unjudged.hpp"

namespace podium {

Ranking condensed_list(const Ranking& ranking, const TruthView& truth) {
  Ranking condensed;
  std::vector<std::uint32_t> kept_before(ranking.size() + 1, 0);
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    const bool is_kept = is_judged(truth.label[ranking.order[rank]]);
    kept_before[rank + 1] = kept_before[rank] + (is_kept ? 1 : 0);
    if (is_kept) condensed.order.push_back(ranking.order[rank]);
  }
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    if (kept_before[rank + 1] == kept_before[rank]) continue;
    condensed.tie_end.push_back(kept_before[ranking.tie_end[rank]]);
  }
  return condensed;
}

}  // namespace podium
