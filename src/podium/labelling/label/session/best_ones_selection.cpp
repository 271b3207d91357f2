#include <algorithm>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {

std::vector<DocIndex> select_by_best_ones(std::span<const DocIndex> order, std::size_t k,
                                          const Prefers& prefers) {
  std::vector<DocIndex> rest(order.begin(), order.end());
  std::vector<DocIndex> best;
  while (best.size() < k && !rest.empty()) {
    auto leader = rest.begin();
    for (auto next = leader + 1; next != rest.end(); ++next) {
      if (prefers(*next, *leader)) leader = next;
    }
    best.push_back(*leader);
    rest.erase(leader);
  }
  return best;
}

}  // namespace podium::labelling
