#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/text/links/link_graph.hpp"
#include "podium/text/links/pagerank.hpp"
#include "podium/text/links/sitemap.hpp"

namespace podium::text {

/// HostRank: PageRank of the graph of hosts, in which a link between two hosts has as weight the
/// number of links between their pages; each page gets the score of its host. `host` is the number
/// of each page's host, from 0.
std::vector<double> host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                              const PageRankOptions& options = {});

/// The same with the score of a host divided among its pages, as [Xue05] does: a page gets the
/// more, the nearer it is to the root of its host.
///
///   score(p) = HostRank(host) * w(p) / sum of w over the host's pages,   w(p) = 1 / (1 + depth(p))
///
/// Depth is the number of pages above p in `sitemap`. Scores sum to 1. The paper divides by the
/// hierarchy, too, but by weights of a model of its own.
std::vector<double> divided_host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                                      const Sitemap& sitemap, const PageRankOptions& options = {});

/// What a page gets of the score of its host.
enum class HostRankRule {
  host,       ///< all of it: host_rank()
  hierarchy,  ///< its part: divided_host_rank()
};

}  // namespace podium::text
