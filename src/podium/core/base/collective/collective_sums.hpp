#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/block_tree.hpp"
#include "podium/core/base/collective/collective.hpp"

namespace podium {

/// Numbers that are added one by one.
struct Numbers {
  std::vector<double> values;

  Numbers& operator+=(const Numbers& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
    return *this;
  }
};

/// While the nodes of all ranks have at most so many bytes, each rank gathers and adds all of them;
/// beyond it, each adds one slice of the numbers, and the slices are gathered.
inline constexpr std::size_t gathered_bytes = std::size_t{1} << 20;

/// The sum of all blocks, at every rank, from the largest nodes inside the range of blocks of each:
/// the bits of sum_over_blocks() on one machine, wherever the ranges are cut. Ranges are in the
/// order of ranks and may be empty; `zero` is the sum if all are.
std::vector<double> sum_of_nodes(Collective& ranks, std::vector<BlockNode<Numbers>> nodes,
                                 std::vector<double> zero,
                                 std::size_t most_gathered = gathered_bytes);

/// Adds up the whole numbers of all ranks in place.
void sum_of_ranks(Collective& ranks, std::span<std::int64_t> numbers,
                  std::size_t most_gathered = gathered_bytes);

/// The blocks of a rank when each has about as many as the others.
constexpr std::pair<std::size_t, std::size_t> share_of(std::size_t blocks, std::size_t rank,
                                                       std::size_t ranks) {
  return {blocks * rank / ranks, blocks * (rank + 1) / ranks};
}

}  // namespace podium
