#include "podium/labelling/label/session/strategy.hpp"

#include <array>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {
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
    StrategyInfo{Strategy::quicksort, "quicksort",
                 "quick sort of all documents, for comparison: orders the rest, too",
                 select_by_quick_sort},
    StrategyInfo{Strategy::quickselect, "quickselect",
                 "quick sort that leaves out the parts below the top", select_by_quick_select},
    StrategyInfo{Strategy::best_ones, "best-ones",
                 "the best of the remaining documents again and again; for short lists",
                 select_by_best_ones},
};
static_assert(table.size() == strategy_names.size());

}  // namespace

std::span<const StrategyInfo> strategies() {
  return table;
}

const StrategyInfo& info(Strategy strategy) {
  return table[static_cast<std::size_t>(strategy)];
}

}  // namespace podium::labelling
