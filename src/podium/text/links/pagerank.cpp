#include "podium/text/links/pagerank.hpp"

#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/text/links/rank_iteration.hpp"

namespace podium::text {

namespace {

std::vector<double> scaled_to_one(std::span<const double> teleport, std::size_t pages) {
  if (teleport.empty()) {
    return std::vector<double>(pages, 1.0 / static_cast<double>(pages));
  }
  expects(teleport.size() == pages, "a teleport weight for each page");
  double sum = 0.0;
  for (const double weight : teleport) {
    if (!(weight >= 0.0)) throw UsageError("teleport weights must not be negative");
    sum += weight;
  }
  if (!(sum > 0.0) || !std::isfinite(sum)) {
    throw UsageError("teleport weights must have a finite positive sum");
  }
  std::vector<double> scaled(teleport.begin(), teleport.end());
  for (double& weight : scaled) weight /= sum;
  return scaled;
}

}  // namespace

PageScores pagerank(const LinkGraph& graph, std::span<const double> teleport,
                    const PageRankOptions& options) {
  const std::size_t pages = graph.page_count();
  if (pages == 0) return {};
  std::vector<double> out_weight(pages);
  for (std::size_t u = 0; u < pages; ++u) {
    out_weight[u] = static_cast<double>(graph.out(static_cast<PageIndex>(u)).size());
  }
  const auto inflow = [&](std::size_t v, std::span<const double> flow) {
    double sum = 0.0;
    for (const PageIndex u : graph.in(static_cast<PageIndex>(v))) sum += flow[u];
    return sum;
  };
  return detail::rank_pages(out_weight, scaled_to_one(teleport, pages), options, inflow);
}

}  // namespace podium::text
