#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "podium/base/parallel.hpp"
#include "podium/links/pagerank.hpp"

namespace podium::detail {

/// Pages per block. Sums are added block by block, so that the scores do not depend on the number
/// of threads.
constexpr std::size_t pages_in_block = 2048;

/// The sum of body(begin, end) over the blocks of 0 .. pages-1, in the order of the blocks.
template <class Body>
double sum_over_blocks(std::size_t pages, Body&& body) {
  const std::size_t blocks = (pages + pages_in_block - 1) / pages_in_block;
  std::vector<double> part(blocks, 0.0);
  parallel_for(blocks, [&](std::size_t block) {
    const std::size_t begin = block * pages_in_block;
    part[block] = body(begin, std::min(begin + pages_in_block, pages));
  });
  double sum = 0.0;
  for (const double value : part) sum += value;
  return sum;
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
    const double dangling = sum_over_blocks(pages, [&](std::size_t begin, std::size_t end) {
      double lost = 0.0;
      for (std::size_t u = begin; u < end; ++u) {
        flow[u] = out_weight[u] > 0.0 ? scores.score[u] / out_weight[u] : 0.0;
        if (!(out_weight[u] > 0.0)) lost += scores.score[u];
      }
      return lost;
    });
    scores.change = sum_over_blocks(pages, [&](std::size_t begin, std::size_t end) {
      double change = 0.0;
      for (std::size_t v = begin; v < end; ++v) {
        next[v] = d * inflow(v, flow) + (1.0 - d + d * dangling) * teleport[v];
        change += std::abs(next[v] - scores.score[v]);
      }
      return change;
    });
    std::swap(scores.score, next);
    ++scores.iterations;
    if (scores.change <= options.tolerance) break;
  }
  return scores;
}

}  // namespace podium::detail
