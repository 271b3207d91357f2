#include "podium/text/links/hits.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace podium::text {

namespace {

void scale_to_length_one(std::vector<double>& values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  if (!(squares > 0.0)) return;
  const double length = std::sqrt(squares);
  for (double& value : values) value /= length;
}

double sum_of(std::span<const PageIndex> pages, const std::vector<double>& values) {
  double sum = 0.0;
  for (const PageIndex page : pages) sum += values[page];
  return sum;
}

}  // namespace

HitsScores hits(const LinkGraph& graph, double tolerance) {
  constexpr std::size_t max_iterations = 10'000;
  const std::size_t pages = graph.page_count();
  HitsScores scores{.authority = std::vector<double>(pages, 0.0),
                    .hub = std::vector<double>(pages, 1.0)};
  std::vector<double> authority(pages);
  double change = 1.0;
  while (scores.iterations < max_iterations && change > tolerance) {
    for (PageIndex v = 0; v < pages; ++v) authority[v] = sum_of(graph.in(v), scores.hub);
    scale_to_length_one(authority);
    for (PageIndex u = 0; u < pages; ++u) scores.hub[u] = sum_of(graph.out(u), authority);
    scale_to_length_one(scores.hub);
    change = 0.0;
    for (std::size_t v = 0; v < pages; ++v) {
      change = std::max(change, std::abs(authority[v] - scores.authority[v]));
    }
    scores.authority.swap(authority);
    ++scores.iterations;
  }
  return scores;
}

}  // namespace podium::text
