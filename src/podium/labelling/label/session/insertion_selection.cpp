#include <cstddef>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {

std::vector<DocIndex> select_by_insertion(std::span<const DocIndex> order, std::size_t k,
                                          const Prefers& prefers) {
  std::vector<DocIndex> best;
  if (k == 0) return best;
  for (const DocIndex newcomer : order) {
    if (best.size() == k) {
      if (!prefers(newcomer, best.back())) continue;
      best.pop_back();
    }
    std::size_t place = 0;
    std::size_t end = best.size();
    while (place < end) {
      const std::size_t middle = (place + end) / 2;
      if (prefers(newcomer, best[middle])) {
        end = middle;
      } else {
        place = middle + 1;
      }
    }
    best.insert(best.begin() + static_cast<std::ptrdiff_t>(place), newcomer);
  }
  return best;
}

}  // namespace podium::labelling
