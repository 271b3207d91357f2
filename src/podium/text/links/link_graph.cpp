#include "podium/text/links/link_graph.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

std::span<const PageIndex> row(const std::vector<std::uint64_t>& end,
                               const std::vector<PageIndex>& all, PageIndex page) noexcept {
  const std::uint64_t begin = page == 0 ? 0 : end[page - 1];
  return std::span(all).subspan(begin, end[page] - begin);
}

void fill_rows(std::size_t pages, std::span<const Link> sorted, std::vector<std::uint64_t>& end,
               std::vector<PageIndex>& all) {
  end.assign(pages, 0);
  all.clear();
  all.reserve(sorted.size());
  for (const Link& link : sorted) {
    ++end[link.from];
    all.push_back(link.to);
  }
  for (std::size_t page = 1; page < pages; ++page) end[page] += end[page - 1];
}

}  // namespace

LinkGraph::LinkGraph(std::size_t pages, std::vector<Link> links) {
  for (const Link& link : links) {
    expects(link.from < pages && link.to < pages, "links between pages of the graph");
  }
  std::erase_if(links, [](const Link& link) { return link.from == link.to; });
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  fill_rows(pages, links, out_end_, out_);
  for (Link& link : links) std::swap(link.from, link.to);
  std::sort(links.begin(), links.end());
  fill_rows(pages, links, in_end_, in_);
}

std::span<const PageIndex> LinkGraph::out(PageIndex page) const noexcept {
  return row(out_end_, out_, page);
}

std::span<const PageIndex> LinkGraph::in(PageIndex page) const noexcept {
  return row(in_end_, in_, page);
}

LinkGraph subgraph(const LinkGraph& graph, std::span<const PageIndex> pages) {
  std::vector<Link> place;  // from: the page, to: its place in the result
  place.reserve(pages.size());
  for (const PageIndex page : pages) place.push_back({page, static_cast<PageIndex>(place.size())});
  std::sort(place.begin(), place.end());
  std::vector<Link> links;
  for (const Link& from : place) {
    expects(from.from < graph.page_count(), "pages of the graph");
    // Both rows are sorted, so one pass finds the common pages.
    auto other = place.begin();
    for (const PageIndex to : graph.out(from.from)) {
      other = std::lower_bound(other, place.end(), Link{to, 0});
      if (other == place.end()) break;
      if (other->from == to) links.push_back({from.to, other->to});
    }
  }
  return {pages.size(), std::move(links)};
}

}  // namespace podium::text
