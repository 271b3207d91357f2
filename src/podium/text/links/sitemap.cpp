#include "podium/text/links/sitemap.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/text/corpus/text_index.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

/// Pages by their canonical URLs; the first of several with the same URL.
class UrlIndex {
 public:
  explicit UrlIndex(std::span<const std::string> urls)
      : canonical_(urls.size()), fingerprint_(urls.size()) {
    for_each_chunk(urls.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t page = begin; page < end; ++page) {
        canonical_[page] = canonical_url(urls[page]);
        fingerprint_[page] = TextFingerprint::of(canonical_[page]);
      }
    });
    for (PageIndex page = 0; page < urls.size(); ++page) index_.emplace(fingerprint_[page], page);
  }

  const std::string& canonical(std::size_t page) const { return canonical_[page]; }

  /// The first page with the URL of a page.
  PageIndex first(std::size_t page) const { return index_.find(fingerprint_[page]).value(); }

  /// Sitemap::none if there is none.
  PageIndex find(std::string_view canonical) const {
    return index_.find(TextFingerprint::of(canonical)).value_or(Sitemap::none);
  }

 private:
  std::vector<std::string> canonical_;
  std::vector<TextFingerprint> fingerprint_;
  TextIndex index_;
};

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

Sitemap::Sitemap(std::span<const std::string> urls)
    : Sitemap([&] {
        const UrlIndex index(urls);
        std::vector<PageIndex> parents(urls.size());
        for_each_chunk(urls.size(), [&](std::size_t begin, std::size_t end) {
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

std::vector<std::uint32_t> child_counts(std::span<const std::string> urls) {
  const UrlIndex index(urls);
  std::vector<PageIndex> parents(urls.size());
  for_each_chunk(urls.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      const std::string parent = parent_url(index.canonical(page));
      parents[page] = parent.empty() ? Sitemap::none : index.find(parent);
    }
  });
  std::vector<std::uint32_t> children(urls.size());
  for (const PageIndex parent : parents) {
    if (parent != Sitemap::none) ++children[parent];
  }
  std::vector<std::uint32_t> counts;
  counts.reserve(urls.size());
  for (std::size_t page = 0; page < urls.size(); ++page) {
    counts.push_back(children[index.first(page)]);
  }
  return counts;
}

}  // namespace podium::text
