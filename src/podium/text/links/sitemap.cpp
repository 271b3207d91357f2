#include "podium/text/links/sitemap.hpp"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

using UrlIndex = std::unordered_map<std::string, PageIndex>;

UrlIndex index_of(std::span<const std::string> urls) {
  UrlIndex index;
  index.reserve(urls.size());
  for (PageIndex page = 0; page < urls.size(); ++page) {
    index.emplace(canonical_url(urls[page]), page);
  }
  return index;
}

/// The page whose URL is the longest proper prefix of `url` at a '/' of its path.
PageIndex parent_in(const UrlIndex& index, const std::string& url) {
  const UrlParts parts = url_parts(url);
  const auto path = static_cast<std::size_t>(parts.path.data() - url.data());
  std::size_t end = path + parts.path.size();
  while (end > path) {
    const std::size_t slash = url.rfind('/', end - 1);
    if (slash == std::string::npos || slash < path) break;
    for (const std::size_t length : {slash + 1, slash}) {
      if (length == url.size()) continue;
      const auto found = index.find(url.substr(0, length));
      if (found != index.end()) return found->second;
    }
    end = slash;
  }
  return Sitemap::none;
}

void check_forest(const std::vector<PageIndex>& parents) {
  enum class Seen : char { no, now, done };
  std::vector<Seen> seen(parents.size(), Seen::no);
  for (std::size_t start = 0; start < parents.size(); ++start) {
    std::size_t page = start;
    while (page != Sitemap::none && seen[page] == Seen::no) {
      seen[page] = Seen::now;
      page = parents[page];
    }
    if (page != Sitemap::none && seen[page] == Seen::now) {
      throw UsageError("the parents of pages form a cycle");
    }
    for (page = start; page != Sitemap::none && seen[page] == Seen::now; page = parents[page]) {
      seen[page] = Seen::done;
    }
  }
}

}  // namespace

Sitemap::Sitemap(std::vector<PageIndex> parents)
    : parent_(std::move(parents)), child_end_(parent_.size() + 1, 0) {
  for (const PageIndex parent : parent_) {
    if (parent != none) ++child_end_[parent + 1];
  }
  for (std::size_t page = 1; page < child_end_.size(); ++page) {
    child_end_[page] += child_end_[page - 1];
  }
  child_.resize(child_end_.back());
  std::vector<std::size_t> next = child_end_;
  for (PageIndex page = 0; page < parent_.size(); ++page) {
    if (parent_[page] != none) child_[next[parent_[page]]++] = page;
  }
}

Sitemap::Sitemap(std::span<const std::string> urls)
    : Sitemap([&] {
        const UrlIndex index = index_of(urls);
        std::vector<PageIndex> parents;
        parents.reserve(urls.size());
        for (const std::string& url : urls) parents.push_back(parent_in(index, canonical_url(url)));
        return parents;
      }()) {}

Sitemap Sitemap::from_parents(std::vector<PageIndex> parents) {
  for (const PageIndex parent : parents) {
    expects(parent == none || parent < parents.size(), "parents among the pages");
  }
  check_forest(parents);
  return Sitemap(std::move(parents));
}

std::span<const PageIndex> Sitemap::children(PageIndex page) const noexcept {
  return std::span(child_).subspan(child_end_[page], child_end_[page + 1] - child_end_[page]);
}

std::vector<std::uint32_t> child_counts(std::span<const std::string> urls) {
  std::unordered_map<std::string, std::uint32_t> children;
  for (const std::string& url : urls) {
    const std::string canonical = canonical_url(url);
    const std::string parent = parent_url(canonical);
    if (!parent.empty()) ++children[parent];
  }
  std::vector<std::uint32_t> counts;
  counts.reserve(urls.size());
  for (const std::string& url : urls) {
    const auto found = children.find(canonical_url(url));
    counts.push_back(found == children.end() ? 0 : found->second);
  }
  return counts;
}

}  // namespace podium::text
