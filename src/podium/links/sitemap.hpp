#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "podium/links/link_graph.hpp"

namespace podium {

/// Which page stands above which on its host. A forest: every page has one parent or none.
class Sitemap {
 public:
  static constexpr PageIndex none = std::numeric_limits<PageIndex>::max();

  Sitemap() = default;

  /// The parent of a page is the one with the longest URL that ends before a '/' of its path, or
  /// right behind it. URLs are compared in canonical form; of pages with the same one the first is
  /// a parent.
  explicit Sitemap(std::span<const std::string> urls);

  /// From parents as a file names them; throws UsageError when they go round in a circle.
  static Sitemap from_parents(std::vector<PageIndex> parents);

  std::size_t page_count() const noexcept { return parent_.size(); }

  /// `none` for a root.
  PageIndex parent(PageIndex page) const noexcept { return parent_[page]; }

  /// In order of page.
  std::span<const PageIndex> children(PageIndex page) const noexcept;

 private:
  explicit Sitemap(std::vector<PageIndex> parents);

  std::vector<PageIndex> parent_;
  std::vector<std::size_t> child_end_;
  std::vector<PageIndex> child_;
};

/// For each page the number of pages whose URL, cut behind the last '/' before its final segment,
/// is the page's URL.
std::vector<std::uint32_t> child_counts(std::span<const std::string> urls);

}  // namespace podium
