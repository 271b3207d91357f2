#pragma once

#include <vector>

#include "podium/research/theory/top_k_space.hpp"

namespace podium::research {

/// Every set of n - 1 pairs that theorem 6 of [Xia09] allows for j_i = i: (j_i, j_i+1) for i <= k,
/// and (j_k+s, j_k+i) for i = 2 .. n - k with any 0 <= s < i.
std::vector<std::vector<DocPair>> chains_of(std::size_t n, std::size_t k);

/// The same pairs of documents with other names.
std::vector<DocPair> renamed(std::vector<DocPair> pairs, RandomStream& stream, std::size_t n);

}  // namespace podium::research
