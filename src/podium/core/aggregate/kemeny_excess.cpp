#include "podium/core/aggregate/kemeny_excess.hpp"

#include <algorithm>

namespace podium {

double excess_cost(std::span<const ItemIndex> order, const MajorityTable& table) {
  double excess = 0.0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    for (std::size_t below = rank + 1; below < order.size(); ++below) {
      excess += std::max(0.0, table.margin(order[below], order[rank]));
    }
  }
  return excess;
}

double unavoidable_cost(std::span<const ItemIndex> items, const MajorityTable& table) {
  double cost = 0.0;
  for (std::size_t a = 0; a < items.size(); ++a) {
    for (std::size_t b = a + 1; b < items.size(); ++b) {
      cost += std::min(table(items[a], items[b]), table(items[b], items[a]));
    }
  }
  return cost;
}

}  // namespace podium
