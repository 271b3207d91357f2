#include "podium/text/links/link_graph.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

std::span<const PageIndex> row(const std::vector<std::uint64_t>& end,
                               const std::vector<PageIndex>& all, PageIndex page) noexcept {
  const std::uint64_t begin = page == 0 ? 0 : end[page - 1];
  return std::span(all).subspan(begin, end[page] - begin);
}

/// Rows by one end of each link, with the other ends in the order of the links.
void fill_rows(std::size_t pages, std::span<const Link> links, PageIndex Link::*row,
               PageIndex Link::*other, std::vector<std::uint64_t>& end,
               std::vector<PageIndex>& all) {
  end.assign(pages, 0);
  for (const Link& link : links) ++end[link.*row];
  std::uint64_t next = 0;
  for (std::uint64_t& place : end) next += std::exchange(place, next);
  all.resize(links.size());
  for (const Link& link : links) all[end[link.*row]++] = link.*other;
}

}  // namespace

LinkGraph::LinkGraph(std::size_t pages, std::vector<Link> links) {
  for (const Link& link : links) {
    expects(link.from < pages && link.to < pages, "links between pages of the graph");
  }
  fill_rows(pages, links, &Link::from, &Link::to, out_end_, out_);
  for_each_chunk(pages, [&](std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      const std::uint64_t first = page == 0 ? 0 : out_end_[page - 1];
      std::ranges::sort(std::span(out_).subspan(first, out_end_[page] - first));
    }
  });
  links.clear();
  for (PageIndex page = 0; page < pages; ++page) {
    for (const PageIndex to : out(page)) {
      const Link link{page, to};
      if (page != to && (links.empty() || links.back() != link)) links.push_back(link);
    }
  }
  fill_rows(pages, links, &Link::from, &Link::to, out_end_, out_);
  fill_rows(pages, links, &Link::to, &Link::from, in_end_, in_);
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
