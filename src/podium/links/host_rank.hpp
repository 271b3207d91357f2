#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/links/link_graph.hpp"
#include "podium/links/pagerank.hpp"

namespace podium {

/// HostRank: PageRank of the graph of hosts, in which the link from one host to another weighs as
/// many links as their pages have; each page gets the score of its host. `host` names the host of
/// each page by a number from 0 on.
///
/// Unlike the paper [Xue05], the score of a host is not divided among its pages.
std::vector<double> host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                              const PageRankOptions& options = {});

}  // namespace podium
