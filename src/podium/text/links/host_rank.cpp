#include "podium/text/links/host_rank.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/text/links/rank_iteration.hpp"

namespace podium::text {

namespace {

/// A link between hosts, stored at its target.
struct HostLink {
  std::uint32_t to = 0;
  std::uint32_t from = 0;
};

/// Sorts by one end; links of the same host stay in their order.
void sort_by(std::uint32_t HostLink::*host, std::size_t hosts, std::vector<HostLink>& links) {
  std::vector<std::size_t> place(hosts);
  for (const HostLink& link : links) ++place[link.*host];
  std::size_t next = 0;
  for (std::size_t& begin : place) next += std::exchange(begin, next);
  std::vector<HostLink> sorted(links.size());
  for (const HostLink& link : links) sorted[place[link.*host]++] = link;
  links = std::move(sorted);
}

std::vector<HostLink> links_between_hosts(const LinkGraph& graph,
                                          std::span<const std::uint32_t> host, std::size_t hosts) {
  std::vector<HostLink> links;
  for (PageIndex page = 0; page < graph.page_count(); ++page) {
    for (const PageIndex to : graph.out(page)) {
      if (host[page] != host[to]) links.push_back({host[to], host[page]});
    }
  }
  sort_by(&HostLink::from, hosts, links);
  sort_by(&HostLink::to, hosts, links);
  return links;
}

double weight_of(PageIndex page, const Sitemap& sitemap) {
  double depth = 0.0;
  for (PageIndex p = sitemap.parent(page); p != Sitemap::none; p = sitemap.parent(p)) depth += 1.0;
  return 1.0 / (1.0 + depth);
}

}  // namespace

std::vector<double> host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                              const PageRankOptions& options) {
  expects(host.size() == graph.page_count(), "a host for each page");
  if (host.empty()) return {};
  const std::size_t hosts = std::size_t{*std::max_element(host.begin(), host.end())} + 1;
  const std::vector<HostLink> links = links_between_hosts(graph, host, hosts);
  std::vector<double> out_weight(hosts, 0.0);
  std::vector<std::size_t> end(hosts, 0);
  for (const HostLink& link : links) {
    out_weight[link.from] += 1.0;
    ++end[link.to];
  }
  for (std::size_t h = 1; h < hosts; ++h) end[h] += end[h - 1];
  const auto inflow = [&](std::size_t h, std::span<const double> flow) {
    double sum = 0.0;  // a link of weight w is added w times
    for (std::size_t i = h == 0 ? 0 : end[h - 1]; i < end[h]; ++i) sum += flow[links[i].from];
    return sum;
  };
  const std::vector<double> teleport(hosts, 1.0 / static_cast<double>(hosts));
  const PageScores ranks = detail::rank_pages(out_weight, teleport, options, inflow);
  std::vector<double> scores;
  scores.reserve(host.size());
  for (const std::uint32_t h : host) scores.push_back(ranks.score[h]);
  return scores;
}

std::vector<double> divided_host_rank(const LinkGraph& graph, std::span<const std::uint32_t> host,
                                      const Sitemap& sitemap, const PageRankOptions& options) {
  expects(sitemap.page_count() == host.size(), "a place in the hierarchy for each page");
  std::vector<double> scores = host_rank(graph, host, options);
  std::vector<double> weight;
  std::vector<double> of_host;
  for (PageIndex page = 0; page < host.size(); ++page) {
    if (host[page] >= of_host.size()) of_host.resize(std::size_t{host[page]} + 1, 0.0);
    weight.push_back(weight_of(page, sitemap));
    of_host[host[page]] += weight.back();
  }
  for (PageIndex page = 0; page < host.size(); ++page) {
    scores[page] *= weight[page] / of_host[host[page]];
  }
  return scores;
}

}  // namespace podium::text
