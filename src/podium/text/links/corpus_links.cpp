#include "podium/text/links/corpus_links.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

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
  std::unordered_map<std::string, std::uint32_t> number;
  std::vector<std::uint32_t> hosts;
  std::uint32_t count = 0;
  for (const std::string& u : url) {
    if (u.empty()) {
      hosts.push_back(count++);  // without a URL: on a host of its own
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
      result_.page.emplace(TextFingerprint::of(documents[i].id), page);
      if (!documents[i].url.empty()) by_url_.emplace(prepared[i].url, page);
      for (std::size_t l = 0; l < documents[i].link.size(); ++l) {
        const RawLink& link = documents[i].link[l];
        keep(page, prepared[i].target[l], link.is_id, link.text);
      }
    }
  }

  LinkLines add_file(const std::filesystem::path& path) {
    LinkLines count;
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
        keep(*from, to, true, trimmed(rest.substr(second)));
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
    result_.anchor.resize(result_.id.size());
    std::vector<Link> links;
    std::uint64_t text = 0;
    for (const Named& link : link_) {
      const std::string_view words = std::string_view(text_).substr(text, link.text_end - text);
      text = link.text_end;
      const TextIndex& pages = link.is_id != 0 ? result_.page : by_url_;
      const auto to = pages.find({link.target, link.target_rest});
      if (!to) {
        ++result_.outside;
      } else if (*to != link.from) {
        links.push_back({link.from, *to});
        if (!words.empty()) result_.anchor[*to].append(words).push_back('\n');
      }
    }
    result_.graph = LinkGraph(result_.id.size(), std::move(links));
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

  struct Prepared {
    TextFingerprint url;
    std::vector<TextFingerprint> target;
  };

  static Prepared prepare(const RawDocument& document) {
    Prepared result;
    if (!document.url.empty()) result.url = TextFingerprint::of(canonical_url(document.url));
    for (const RawLink& link : document.link) {
      result.target.push_back(
          TextFingerprint::of(link.is_id ? link.target : canonical_url(link.target)));
    }
    return result;
  }

  void keep(PageIndex from, const TextFingerprint& target, bool is_id, std::string_view text) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> 1U;
    text_ += text;
    link_.push_back({from, target.second, target.first, text_.size() & most, is_id ? 1U : 0U});
  }

  CorpusLinks result_;
  TextIndex by_url_;
  std::vector<Named> link_;
  std::string text_;  ///< of all anchors
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
