#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/data/truth.hpp"

namespace podium {

/// How the k best documents are found by comparing two at a time.
enum class Strategy : std::uint8_t { heap, bottomup, insertion, tournament };

/// Whether the first document is strictly better than the second; a tie is "no", which keeps the
/// one that is already in place.
using Prefers = std::function<bool(DocIndex, DocIndex)>;

/// A row of the table of strategies.
struct StrategyInfo {
  Strategy strategy;
  std::string_view name;
  std::string_view summary;
  /// The min(k, n) best of `order`, best first. Ends after a bounded number of comparisons
  /// whatever they say, even when they contradict each other.
  std::vector<DocIndex> (*select)(std::span<const DocIndex> order, std::size_t k,
                                  const Prefers& prefers);
};

/// In the order of the enumeration.
std::span<const StrategyInfo> strategies();

const StrategyInfo& info(Strategy strategy);

}  // namespace podium
