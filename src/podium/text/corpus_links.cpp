#include "podium/text/corpus_links.hpp"

#include <algorithm>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/text/term_fingerprint.hpp"
#include "podium/text/url.hpp"

namespace podium {

bool CorpusLinks::has_urls() const {
  return std::any_of(url.begin(), url.end(), [](const std::string& u) { return !u.empty(); });
}

std::vector<std::uint32_t> CorpusLinks::hosts() const {
  if (!has_urls()) return {};
  std::unordered_map<std::string, std::uint32_t> number;
  std::vector<std::uint32_t> hosts;
  std::uint32_t count = 0;
  for (const std::string& u : url) {
    if (u.empty()) {
      hosts.push_back(count++);  // nobody knows where it is: on a host of its own
      continue;
    }
    const auto [known, is_new] = number.emplace(url_host(u), count);
    count += is_new ? 1U : 0U;
    hosts.push_back(known->second);
  }
  return hosts;
}

class LinkCollector::Impl {
 public:
  void add(std::span<const RawDocument> documents) {
    std::vector<Prepared> prepared(documents.size());
    parallel_for(documents.size(), [&](std::size_t i) { prepared[i] = prepare(documents[i]); });
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto page = static_cast<PageIndex>(result_.id.size());
      result_.id.push_back(documents[i].id);
      result_.url.push_back(documents[i].url);
      result_.page.emplace(documents[i].id, page);
      if (!documents[i].url.empty()) by_url_.emplace(prepared[i].url, page);
      for (std::size_t l = 0; l < documents[i].link.size(); ++l) {
        const RawLink& link = documents[i].link[l];
        keep({page, link.is_id, prepared[i].target[l]}, link.text);
      }
    }
  }

  void add_file(const std::filesystem::path& path) {
    const InputText text(path);
    LineReader lines(text.view(), text.path());
    while (lines.next()) {
      if (lines.is_blank()) continue;
      const std::string_view line = trimmed(lines.line());
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view rest = trimmed(line.substr(end));
      if (rest.empty()) throw lines.unexpected(line, "the ids of two documents");
      const std::size_t second = std::min(rest.find_first_of(" \t"), rest.size());
      const auto from = result_.page.find(std::string(line.substr(0, end)));
      if (from == result_.page.end()) {
        ++result_.outside;
      } else {
        keep({from->second, true, term_fingerprint(rest.substr(0, second))},
             trimmed(rest.substr(second)));
      }
    }
  }

  CorpusLinks finish() {
    std::unordered_map<std::uint64_t, PageIndex> by_id;
    for (PageIndex p = 0; p < result_.id.size(); ++p) {
      by_id.emplace(term_fingerprint(result_.id[p]), p);
    }
    result_.anchor.resize(result_.id.size());
    std::vector<Link> links;
    std::uint64_t text = 0;
    for (const Named& link : link_) {
      const std::string_view words = std::string_view(text_).substr(text, link.text_end - text);
      text = link.text_end;
      const auto& pages = link.is_id ? by_id : by_url_;
      const auto to = pages.find(link.target);
      if (to == pages.end()) {
        ++result_.outside;
      } else if (to->second != link.from) {
        links.push_back({link.from, to->second});
        if (!words.empty()) result_.anchor[to->second].append(words).push_back('\n');
      }
    }
    result_.graph = LinkGraph(result_.id.size(), std::move(links));
    return std::move(result_);
  }

 private:
  /// A link whose target may be a page that was not read yet: fingerprints take less room than
  /// URLs.
  struct Named {
    PageIndex from = 0;
    bool is_id = false;
    std::uint64_t target = 0;
    std::uint64_t text_end = 0;
  };

  struct Prepared {
    std::uint64_t url = 0;
    std::vector<std::uint64_t> target;
  };

  static Prepared prepare(const RawDocument& document) {
    Prepared result;
    if (!document.url.empty()) result.url = term_fingerprint(canonical_url(document.url));
    for (const RawLink& link : document.link) {
      result.target.push_back(
          term_fingerprint(link.is_id ? link.target : canonical_url(link.target)));
    }
    return result;
  }

  void keep(Named link, std::string_view text) {
    text_ += text;
    link.text_end = text_.size();
    link_.push_back(link);
  }

  CorpusLinks result_;
  std::unordered_map<std::uint64_t, PageIndex> by_url_;
  std::vector<Named> link_;
  std::string text_;  ///< of all anchors
};

LinkCollector::LinkCollector() : impl_(std::make_unique<Impl>()) {}
LinkCollector::~LinkCollector() = default;

void LinkCollector::add(std::span<const RawDocument> documents) {
  impl_->add(documents);
}

void LinkCollector::add_file(const std::filesystem::path& path) {
  impl_->add_file(path);
}

CorpusLinks LinkCollector::finish() && {
  return impl_->finish();
}

}  // namespace podium
