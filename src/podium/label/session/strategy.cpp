#include "podium/label/session/strategy.hpp"

#include <array>

#include "podium/label/session/selections.hpp"

namespace podium {
namespace {

constexpr std::array table = {
    StrategyInfo{Strategy::heap, "heap", "a heap of the best so far, each other one meets its root",
                 select_by_heap},
    StrategyInfo{Strategy::bottomup, "bottomup", "the heap with a sift that asks less",
                 select_by_bottom_up_heap},
    StrategyInfo{Strategy::insertion, "insertion",
                 "a sorted list of the best so far, binary search for each that enters",
                 select_by_insertion},
    StrategyInfo{Strategy::tournament, "tournament",
                 "a knockout, replayed along the path of each winner; asks least",
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
