#include "podium/label/session/strategy.hpp"

#include <array>

#include "podium/label/session/selections.hpp"

namespace podium {
namespace {

constexpr std::array table = {
    StrategyInfo{Strategy::heap, "heap",
                 "heap of the best so far; other documents are compared with its root",
                 select_by_heap},
    StrategyInfo{Strategy::bottomup, "bottomup",
                 "heap with bottom-up sifting, which needs fewer questions",
                 select_by_bottom_up_heap},
    StrategyInfo{Strategy::insertion, "insertion",
                 "sorted list of the best so far, with insertion by binary search",
                 select_by_insertion},
    StrategyInfo{Strategy::tournament, "tournament",
                 "knockout tournament, replayed along the path of each winner; fewest questions",
                 select_by_tournament},
};

}  // namespace

std::span<const StrategyInfo> strategies() {
  return table;
}

const StrategyInfo& info(Strategy strategy) {
  return table[static_cast<std::size_t>(strategy)];
}

}  // namespace podium
