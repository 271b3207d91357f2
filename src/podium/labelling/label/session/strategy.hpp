#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium::labelling {

/// Algorithms that find the k best documents by pairwise comparisons.
enum class Strategy : std::uint8_t {
  heap,
  bottomup,
  insertion,
  tournament,
  quicksort,
  quickselect,
  best_ones
};

inline constexpr std::array<std::string_view, 7> strategy_names = {
    "heap", "bottomup", "insertion", "tournament", "quicksort", "quickselect", "best-ones"};

/// Whether the first document is strictly better than the second; a tie is "no", so that the
/// document in place stays.
using Prefers = std::function<bool(DocIndex, DocIndex)>;

/// A row of the table of strategies.
struct StrategyInfo {
  Strategy strategy;
  std::string_view name;
  std::string_view summary;
  /// The min(k, n) best of `order`, best first. Ends after a bounded number of comparisons for any
  /// answers, even contradictory ones.
  std::vector<DocIndex> (*select)(std::span<const DocIndex> order, std::size_t k,
                                  const Prefers& prefers);
};

/// In the order of the enumeration.
std::span<const StrategyInfo> strategies();

const StrategyInfo& info(Strategy strategy);

}  // namespace podium::labelling
