#include "podium/text/links/base_set.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"

namespace podium::text {

BaseSet base_set(const LinkGraph& graph, std::span<const PageIndex> documents,
                 std::span<const std::uint32_t> host, std::size_t max_in_links) {
  std::vector<PageIndex> known(documents.begin(), documents.end());
  std::sort(known.begin(), known.end());
  std::vector<PageIndex> neighbours;
  for (const PageIndex document : documents) {
    const auto out = graph.out(document);
    const auto in = graph.in(document);
    neighbours.insert(neighbours.end(), out.begin(), out.end());
    const auto taken = in.first(std::min(in.size(), max_in_links));
    neighbours.insert(neighbours.end(), taken.begin(), taken.end());
  }
  std::sort(neighbours.begin(), neighbours.end());
  neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  BaseSet base{.page = {documents.begin(), documents.end()}};
  std::set_difference(neighbours.begin(), neighbours.end(), known.begin(), known.end(),
                      std::back_inserter(base.page));
  base.links = subgraph(graph, base.page);
  if (!host.empty()) {
    expects(host.size() == graph.page_count(), "a host for each page");
    std::vector<std::uint32_t> host_in_base;
    for (const PageIndex page : base.page) host_in_base.push_back(host[page]);
    base.links = without_links_inside_hosts(base.links, host_in_base);
  }
  return base;
}

LinkGraph without_links_inside_hosts(const LinkGraph& graph, std::span<const std::uint32_t> host) {
  expects(host.size() == graph.page_count(), "a host for each page");
  std::vector<Link> links;
  for (PageIndex page = 0; page < graph.page_count(); ++page) {
    for (const PageIndex to : graph.out(page)) {
      if (host[page] != host[to]) links.push_back({page, to});
    }
  }
  return {graph.page_count(), std::move(links)};
}

}  // namespace podium::text
