#include "podium/text/links/corpus_links.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

bool CorpusLinks::has_urls() const {
  return std::any_of(url.begin(), url.end(), [](const std::string& u) { return !u.empty(); });
}

std::vector<std::uint32_t> CorpusLinks::hosts() const {
  if (!has_urls()) return {};
  std::vector<TextFingerprint> name(url.size());
  for_each_chunk(url.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) name[i] = TextFingerprint::of(url_host(url[i]));
  });
  TextIndex number;
  std::vector<std::uint32_t> hosts;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < url.size(); ++i) {
    // Without a URL: on a host of its own.
    const bool is_new = url[i].empty() || number.emplace(name[i], count);
    hosts.push_back(is_new ? count++ : number.find(name[i]).value());
  }
  return hosts;
}

class LinkCollector::Impl {
 public:
  void add(std::span<const RawDocument> documents) {
    constexpr std::size_t documents_of_part = 64;
    const auto first = static_cast<PageIndex>(result_.id.size());
    const std::size_t known = part_.size();
    part_.resize(known + (documents.size() + documents_of_part - 1) / documents_of_part);
    id_.resize(first + documents.size());
    url_.resize(id_.size());
    result_.url.resize(id_.size());
    for (const RawDocument& document : documents) result_.id.push_back(document.id);
    parallel_for(part_.size() - known, [&](std::size_t p) {
      const std::size_t end = std::min(documents.size(), (p + 1) * documents_of_part);
      for (std::size_t i = p * documents_of_part; i < end; ++i) {
        const std::string& url = documents[i].url;
        id_[first + i] = TextFingerprint::of(documents[i].id);
        if (!url.empty()) url_[first + i] = TextFingerprint::of(canonical_url(url));
        result_.url[first + i] = url;
        part_[known + p].add(first + static_cast<PageIndex>(i), documents[i].link);
      }
    });
  }

  LinkLines add_file(const std::filesystem::path& path) {
    LinkLines count;
    result_.page = TextIndex::of(id_);
    Part& part = part_.emplace_back();
    const InputText text(path);
    LineReader lines(text.view(), text.path());
    while (lines.next()) {
      if (lines.is_blank()) continue;
      const std::string_view line = trimmed(lines.line());
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view rest = trimmed(line.substr(end));
      if (rest.empty()) throw lines.unexpected(line, "the ids of two documents");
      const std::size_t second = std::min(rest.find_first_of(" \t"), rest.size());
      const auto from = result_.page.find(TextFingerprint::of(line.substr(0, end)));
      const TextFingerprint to = TextFingerprint::of(rest.substr(0, second));
      ++count.all;
      if (!from || !result_.page.find(to)) {
        if (++count.unknown == 1) count.first_unknown = lines.number();
      }
      if (!from) {
        ++result_.outside;
      } else {
        part.keep(*from, to, true, trimmed(rest.substr(second)));
      }
    }
    if (count.unknown == count.all) {
      throw DataError({path.string()},
                      fmt::format("found {}, none with two ids of documents, expected lines 'from "
                                  "to' with ids of the corpus, such as {}",
                                  counted(count.all, "line"),
                                  in_quotes(result_.id.size() == 0 ? "" : result_.id[0])));
    }
    return count;
  }

  CorpusLinks finish() {
    TextIndex by_url;
    parallel_for(2, [&](std::size_t i) {
      if (i == 0 && result_.page.size() == 0) result_.page = TextIndex::of(id_);
      if (i == 1) by_url = TextIndex::of(url_);
    });
    std::vector<std::vector<Link>> found(part_.size());
    std::vector<std::vector<std::string_view>> text(part_.size());  // of each link
    std::vector<std::uint64_t> outside(part_.size());
    parallel_for(part_.size(), [&](std::size_t p) {
      std::uint64_t end = 0;
      for (const Named& link : part_[p].link) {
        const std::uint64_t begin = std::exchange(end, link.text_end);
        const TextIndex& pages = link.is_id != 0 ? result_.page : by_url;
        const auto target = pages.find({link.target, link.target_rest});
        outside[p] += target ? 0U : 1U;
        if (!target || *target == link.from) continue;
        found[p].push_back({link.from, *target});
        text[p].push_back(std::string_view(part_[p].text).substr(begin, end - begin));
      }
    });
    result_.outside = std::accumulate(outside.begin(), outside.end(), result_.outside);
    const std::vector<Link> links = joined(found);
    join_anchors(links, joined(text));
    parallel_for(part_.size(), [&](std::size_t p) { part_[p] = {}; });
    result_.graph = LinkGraph(result_.id.size(), links);
    if (result_.has_urls()) {
      const UrlIndex index(result_.url);
      result_.sitemap = Sitemap(index);
      result_.child_pages = child_counts(index);
    }
    return std::move(result_);
  }

 private:
  /// A link whose target may not have been read yet: fingerprints take less memory than
  /// URLs.
  struct Named {
    PageIndex from = 0;
    std::uint32_t target_rest = 0;
    std::uint64_t target = 0;
    std::uint64_t text_end : 63;
    std::uint64_t is_id : 1;
  };

  /// The links of some documents.
  struct Part {
    std::vector<Named> link;
    std::string text;  ///< of all anchors

    void add(PageIndex from, std::span<const RawLink> links) {
      for (const RawLink& one : links) {
        const auto target = TextFingerprint::of(one.is_id ? one.target : canonical_url(one.target));
        keep(from, target, one.is_id, one.text);
      }
    }

    void keep(PageIndex from, const TextFingerprint& target, bool is_id, std::string_view words) {
      constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> 1U;
      text += words;
      link.push_back({from, target.second, target.first, text.size() & most, is_id ? 1U : 0U});
    }
  };

  /// All parts in their order.
  template <class Item>
  static std::vector<Item> joined(const std::vector<std::vector<Item>>& parts) {
    std::vector<std::size_t> begin;
    std::size_t size = 0;
    for (const auto& part : parts) begin.push_back(std::exchange(size, size + part.size()));
    std::vector<Item> all(size);
    parallel_for(parts.size(), [&](std::size_t p) {
      std::ranges::copy(parts[p], all.begin() + static_cast<std::ptrdiff_t>(begin[p]));
    });
    return all;
  }

  /// The words of the links to a page follow each other in the order of the links.
  void join_anchors(std::span<const Link> links, std::span<const std::string_view> words) {
    const std::size_t pages = result_.id.size();
    std::vector<std::uint64_t> end(pages);
    for (const Link& link : links) ++end[link.to];
    std::uint64_t next = 0;
    for (std::uint64_t& place : end) next += std::exchange(place, next);
    std::vector<std::uint64_t> by_target(links.size());
    for (std::uint64_t l = 0; l < links.size(); ++l) by_target[end[links[l].to]++] = l;
    result_.anchor.resize(pages);
    for_each_chunk(pages, [&](std::size_t first, std::size_t last) {
      for (std::size_t page = first; page < last; ++page) {
        for (std::uint64_t l = page == 0 ? 0 : end[page - 1]; l < end[page]; ++l) {
          const std::string_view text = words[by_target[l]];
          if (!text.empty()) result_.anchor[page].append(text).push_back('\n');
        }
      }
    });
  }

  CorpusLinks result_;
  std::vector<TextFingerprint> id_;   ///< by page
  std::vector<TextFingerprint> url_;  ///< in canonical form; none without a URL
  std::vector<Part> part_;            ///< in the order of the documents
};

LinkCollector::LinkCollector() : impl_(std::make_unique<Impl>()) {}
LinkCollector::~LinkCollector() = default;

void LinkCollector::add(std::span<const RawDocument> documents) {
  impl_->add(documents);
}

LinkLines LinkCollector::add_file(const std::filesystem::path& path) {
  return impl_->add_file(path);
}

CorpusLinks LinkCollector::finish() && {
  return impl_->finish();
}

}  // namespace podium::text
