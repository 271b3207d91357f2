#include "podium/text/links/sitemap.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

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
      const PageIndex found = index.find(std::string_view(url).substr(0, length));
      if (found != Sitemap::none) return found;
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

UrlIndex::UrlIndex(std::span<const std::string> urls)
    : canonical_(urls.size()), fingerprint_(urls.size()) {
  for_each_chunk(urls.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      canonical_[page] = canonical_url(urls[page]);
      fingerprint_[page] = TextFingerprint::of(canonical_[page]);
    }
  });
  index_ = TextIndex::of(fingerprint_);
}

PageIndex UrlIndex::find(std::string_view canonical) const {
  return index_.find(TextFingerprint::of(canonical)).value_or(Sitemap::none);
}

Sitemap::Sitemap(const UrlIndex& index)
    : Sitemap([&] {
        std::vector<PageIndex> parents(index.size());
        for_each_chunk(index.size(), [&](std::size_t begin, std::size_t end) {
          for (std::size_t page = begin; page < end; ++page) {
            parents[page] = parent_in(index, index.canonical(page));
          }
        });
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

std::vector<std::uint32_t> child_counts(const UrlIndex& index) {
  std::vector<PageIndex> parents(index.size());
  for_each_chunk(index.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      const std::string parent = parent_url(index.canonical(page));
      parents[page] = parent.empty() ? Sitemap::none : index.find(parent);
    }
  });
  std::vector<std::uint32_t> children(index.size());
  for (const PageIndex parent : parents) {
    if (parent != Sitemap::none) ++children[parent];
  }
  std::vector<std::uint32_t> counts;
  counts.reserve(index.size());
  for (std::size_t page = 0; page < index.size(); ++page) {
    counts.push_back(children[index.first(page)]);
  }
  return counts;
}

}  // namespace podium::text
