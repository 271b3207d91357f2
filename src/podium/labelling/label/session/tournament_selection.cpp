#include <algorithm>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {

std::vector<DocIndex> select_by_tournament(std::span<const DocIndex> order, std::size_t k,
                                           const Prefers& prefers) {
  const std::size_t n = order.size();
  const std::size_t wanted = std::min(k, n);
  if (wanted == 0) return {};

  // Node i has the children 2i and 2i+1, the leaves are n .. 2n-1. A node holds the place in
  // `order` of the winner below it, or n when all of them were removed.
  const std::size_t nobody = n;
  std::vector<std::size_t> winner(2 * n, nobody);
  const auto play = [&](std::size_t node) {
    const auto [first, second] = std::minmax(winner[2 * node], winner[2 * node + 1]);
    const bool is_upset = second != nobody && prefers(order[second], order[first]);
    winner[node] = is_upset ? second : first;
  };
  for (std::size_t place = 0; place < n; ++place) winner[n + place] = place;
  for (std::size_t node = n - 1; node > 0; --node) play(node);

  std::vector<DocIndex> best = {order[winner[1]]};
  while (best.size() < wanted) {
    const std::size_t leaf = n + winner[1];
    winner[leaf] = nobody;
    for (std::size_t node = leaf / 2; node > 0; node /= 2) play(node);
    best.push_back(order[winner[1]]);
  }
  return best;
}

}  // namespace podium::labelling
