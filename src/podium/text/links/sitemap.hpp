#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/text/corpus/text_index.hpp"
#include "podium/text/links/link_graph.hpp"

namespace podium::text {

/// Pages by their URLs in canonical form; the first of several with the same URL.
class UrlIndex {
 public:
  explicit UrlIndex(std::span<const std::string> urls);

  std::size_t size() const noexcept { return canonical_.size(); }
  const std::string& canonical(std::size_t page) const { return canonical_[page]; }

  /// The first page with the URL of a page.
  PageIndex first(std::size_t page) const { return index_.find(fingerprint_[page]).value(); }

  /// Sitemap::none if there is none.
  PageIndex find(std::string_view canonical) const;

 private:
  std::vector<std::string> canonical_;
  std::vector<TextFingerprint> fingerprint_;
  TextIndex index_;
};

/// The hierarchy of the pages of each host: a forest, in which a page has at most one parent.
class Sitemap {
 public:
  static constexpr PageIndex none = std::numeric_limits<PageIndex>::max();

  Sitemap() = default;

  /// The parent of a page is the page with the longest URL that is a prefix of its URL up to, or
  /// including, a '/' of its path. URLs are compared in canonical form; among pages with the same
  /// URL the first is the parent.
  explicit Sitemap(const UrlIndex& index);

  /// From given parents; throws UsageError when they form a cycle.
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

/// For each page the number of pages whose URL, cut after the last '/' before its final segment, is
/// the page's URL.
std::vector<std::uint32_t> child_counts(const UrlIndex& index);

}  // namespace podium::text
