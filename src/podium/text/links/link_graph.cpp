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

/// Rows by one end of each link, with the other ends in the order of the links; each_link() calls
/// its argument with the two ends of every link.
template <class EachLink>
void fill_rows(std::size_t pages, std::size_t links, const EachLink& each_link,
               std::vector<std::uint64_t>& end, std::vector<PageIndex>& all) {
  end.assign(pages, 0);
  each_link([&](PageIndex row, PageIndex /*other*/) { ++end[row]; });
  std::uint64_t next = 0;
  for (std::uint64_t& place : end) next += std::exchange(place, next);
  all.resize(links);
  each_link([&](PageIndex row, PageIndex other) { all[end[row]++] = other; });
}

}  // namespace

LinkGraph::LinkGraph(std::size_t pages, const std::vector<Link>& links) {
  for (const Link& link : links) {
    expects(link.from < pages && link.to < pages, "links between pages of the graph");
  }
  const auto each_given = [&](const auto& visit) {
    for (const Link& link : links) visit(link.from, link.to);
  };
  fill_rows(pages, links.size(), each_given, out_end_, out_);
  for_each_chunk(pages, [&](std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      const std::uint64_t first = page == 0 ? 0 : out_end_[page - 1];
      std::ranges::sort(std::span(out_).subspan(first, out_end_[page] - first));
    }
  });
  std::uint64_t kept = 0;
  std::uint64_t begin = 0;
  for (PageIndex page = 0; page < pages; ++page) {
    const std::uint64_t first = kept;
    for (const std::uint64_t end = out_end_[page]; begin < end; ++begin) {
      const PageIndex to = out_[begin];
      if (to != page && (kept == first || out_[kept - 1] != to)) out_[kept++] = to;
    }
    out_end_[page] = kept;
  }
  out_.resize(kept);
  const auto each_kept = [&](const auto& visit) {
    for (PageIndex page = 0; page < pages; ++page) {
      for (const PageIndex to : out(page)) visit(to, page);
    }
  };
  fill_rows(pages, kept, each_kept, in_end_, in_);
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
  return {pages.size(), links};
}

}  // namespace podium::text
