#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/research/theory/check.hpp"

namespace podium::research {

/// Calls one(stream, tallies) `cases` times. Each block of cases has its own stream, and blocks are
/// added in order, so that the result does not depend on threads. `purpose` keeps the streams of
/// checks apart.
template <class OneCase>
Tallies sum_over_cases(std::size_t cases, std::uint64_t seed, std::string_view purpose,
                       const OneCase& one) {
  constexpr std::size_t block_size = 64;
  std::vector<Tallies> blocks((cases + block_size - 1) / block_size);
  parallel_for(blocks.size(), [&](std::size_t block) {
    RandomStream stream(seed, to_text(block), purpose);
    const std::size_t end = std::min(cases, (block + 1) * block_size);
    for (std::size_t i = block * block_size; i < end; ++i) one(stream, blocks[block]);
  });
  Tallies sum;
  for (const Tallies& block : blocks) sum += block;
  return sum;
}

/// The number of cases for checks that enumerate all orders of each case.
inline std::size_t exhaustive_cases(const CheckOptions& options) {
  return std::max(options.cases / 200, std::size_t{5});
}

}  // namespace podium::research
