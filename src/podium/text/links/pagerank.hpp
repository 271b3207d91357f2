#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/text/links/link_graph.hpp"

namespace podium::text {

struct PageRankOptions {
  double damping = 0.85;     ///< probability of following a link
  double tolerance = 1e-12;  ///< stop when the sum of all changes is below this
  std::size_t max_iterations = 1000;
};

/// The result of an iteration over a graph.
struct PageScores {
  std::vector<double> score;  ///< by page
  std::size_t iterations = 0;
  double change = 0.0;  ///< sum over all scores in the last iteration
};

/// PageRank: the stationary distribution of a surfer who follows links, and teleports with
/// probability 1 - d or when a page has no links [Brin98].
///
///   x(v) = d * sum over u -> v of x(u) / O(u) + (1 - d + d * D) * t(v)
///
/// O(u) counts the links of u, D is the score of the pages without links, t the teleport vector:
/// uniform when `teleport` is empty, else `teleport` scaled to the sum 1. Scores sum to 1.
/// Parallel, same bits for any number of threads. Throws UsageError when `teleport` has a negative
/// number or none that is positive.
PageScores pagerank(const LinkGraph& graph, std::span<const double> teleport = {},
                    const PageRankOptions& options = {});

}  // namespace podium::text
