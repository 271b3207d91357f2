#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/links/link_graph.hpp"

namespace podium::text {

struct BaseSetOptions {
  std::size_t max_in_links = 50;
  bool keep_same_host = false;

  static auto fields() {
    using Self = BaseSetOptions;
    return std::array{
        field("max-in-links", &Self::max_in_links, 0, 1'000'000'000,
              "maximum number of pages added because they link to a document"),
        field("keep-same-host", &Self::keep_same_host, "keep links between pages of the same host"),
    };
  }
};

/// The base set of a query: its documents and their neighbours in the link graph [Kleinberg99].
struct BaseSet {
  std::vector<PageIndex> page;  ///< the query's documents in their order, then the others by number
  LinkGraph links;              ///< page i of it is page[i]
};

/// `documents` (distinct), all pages that they link to and, for each, the first max_in_links pages
/// that link to it. `host` has a number for each page of the graph; when it is empty all links are
/// kept.
BaseSet base_set(const LinkGraph& graph, std::span<const PageIndex> documents,
                 std::span<const std::uint32_t> host, const BaseSetOptions& options = {});

/// The graph without links between pages of one host.
LinkGraph without_links_inside_hosts(const LinkGraph& graph, std::span<const std::uint32_t> host);

}  // namespace podium::text
