#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/block_tree.hpp"
#include "podium/text/links/pagerank.hpp"

namespace podium::text::detail {

/// Pages per block: sums over pages are added by the tree over blocks, so that the scores do not
/// depend on the number of threads.
constexpr std::size_t pages_in_block = 2048;

/// The sum of body(page) over all pages; the pages of a block in order, blocks in parallel.
template <class Body>
double sum_over_pages(std::size_t pages, const Body& body) {
  const std::size_t blocks = (pages + pages_in_block - 1) / pages_in_block;
  return sum_over_blocks(blocks, 0.0, [&](std::size_t block, double& sum) {
    const std::size_t end = std::min((block + 1) * pages_in_block, pages);
    for (std::size_t page = block * pages_in_block; page < end; ++page) sum += body(page);
  });
}

/// PageRank over any weights: `out_weight[u]` is the sum of the weights of u's links, 0 for a
/// dangling page; inflow(v, flow) adds weight(u, v) * flow[u] over the links u -> v.
template <class Inflow>
PageScores rank_pages(std::span<const double> out_weight, std::span<const double> teleport,
                      const PageRankOptions& options, Inflow&& inflow) {
  const std::size_t pages = out_weight.size();
  PageScores scores{.score = std::vector<double>(teleport.begin(), teleport.end())};
  std::vector<double> next(pages);
  std::vector<double> flow(pages);
  const double d = options.damping;
  while (scores.iterations < options.max_iterations) {
    const double dangling = sum_over_pages(pages, [&](std::size_t u) {
      const bool is_dangling = !(out_weight[u] > 0.0);
      flow[u] = is_dangling ? 0.0 : scores.score[u] / out_weight[u];
      return is_dangling ? scores.score[u] : 0.0;
    });
    scores.change = sum_over_pages(pages, [&](std::size_t v) {
      next[v] = d * inflow(v, flow) + (1.0 - d + d * dangling) * teleport[v];
      return std::abs(next[v] - scores.score[v]);
    });
    std::swap(scores.score, next);
    ++scores.iterations;
    if (scores.change <= options.tolerance) break;
  }
  return scores;
}

}  // namespace podium::text::detail
