#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/text/links/link_graph.hpp"

namespace podium::text {

/// The base set of a query: its documents and their neighbours in the link graph [Kleinberg99].
struct BaseSet {
  std::vector<PageIndex> page;  ///< the query's documents in their order, then the others by number
  LinkGraph links;              ///< page i of it is page[i]
};

/// `documents` (distinct), all pages that they link to and, for each, the first max_in_links pages
/// that link to it; without links between pages of one host. `host` has a number for each page of
/// the graph; when it is empty all links are kept.
BaseSet base_set(const LinkGraph& graph, std::span<const PageIndex> documents,
                 std::span<const std::uint32_t> host, std::size_t max_in_links = 50);

/// The graph without links between pages of one host.
LinkGraph without_links_inside_hosts(const LinkGraph& graph, std::span<const std::uint32_t> host);

}  // namespace podium::text
