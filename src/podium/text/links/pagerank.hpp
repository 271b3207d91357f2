#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/links/link_graph.hpp"

namespace podium::text {

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-12;
  std::size_t max_iterations = 1000;

  static auto fields() {
    using Self = PageRankOptions;
    return std::array{
        field("damping", &Self::damping, 0.0, 1.0, "probability of following a link"),
        field("tolerance", &Self::tolerance, 0.0, 1.0,
              "stop when the sum of all changes is below this"),
        field("max-iterations", &Self::max_iterations, 1, 1'000'000,
              "maximum number of iterations"),
    };
  }
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
