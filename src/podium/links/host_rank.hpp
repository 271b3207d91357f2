#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/links/link_graph.hpp"
#include "podium/links/pagerank.hpp"

namespace podium {

/// HostRank: PageRank of the graph of hosts, in which a link between two hosts has as weight the
/// number of links between their pages; each page gets the score of its host. `host` is the number
/// of each page's host, from 0.
///
/// Unlike the paper [Xue05], the score of a host is not divided among its pages.
std::vector<double> host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                              const PageRankOptions& options = {});

}  // namespace podium
