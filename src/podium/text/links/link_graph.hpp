#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace podium::text {

using PageIndex = std::uint32_t;

struct Link {
  PageIndex from = 0;
  PageIndex to = 0;

  bool operator==(const Link&) const = default;
  auto operator<=>(const Link&) const = default;  // NOLINT(modernize-use-nullptr): has no pointer
};

/// A graph of links, stored as rows in both directions. Duplicate links and links of a page to
/// itself are dropped; the rows are sorted, so the graph does not depend on the order of the input.
class LinkGraph {
 public:
  LinkGraph() = default;
  LinkGraph(std::size_t pages, const std::vector<Link>& links);

  std::size_t page_count() const noexcept { return out_end_.size(); }
  std::size_t link_count() const noexcept { return out_.size(); }
  std::span<const PageIndex> out(PageIndex page) const noexcept;
  std::span<const PageIndex> in(PageIndex page) const noexcept;

 private:
  std::vector<std::uint64_t> out_end_;
  std::vector<PageIndex> out_;
  std::vector<std::uint64_t> in_end_;
  std::vector<PageIndex> in_;
};

/// The links among `pages`, which must be distinct; page i of the result is pages[i].
LinkGraph subgraph(const LinkGraph& graph, std::span<const PageIndex> pages);

}  // namespace podium::text
