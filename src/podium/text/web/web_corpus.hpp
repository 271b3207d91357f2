#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/text/corpus/topics.hpp"
#include "podium/text/links/link_graph.hpp"
#include "podium/text/web/task_web.hpp"
#include "podium/text/web/web_options.hpp"
#include "podium/text/web/zipf.hpp"

namespace podium::text {

/// The contents of a page before it is formatted.
struct WebPage {
  std::vector<WordIndex> title;    ///< of the browser's window
  std::vector<WordIndex> heading;  ///< the title that readers see, above the body
  std::vector<WordIndex> body;
  struct Anchor {
    PageIndex to = 0;
    std::vector<WordIndex> text;
  };
  std::vector<Anchor> anchor;
};

/// A generated web: sites with directories, links that prefer pages with many links, words that
/// follow Zipf's law, sites about topics. A page depends on the seed and its number alone, so that
/// a corpus of any size is made page by page; the memory is that of the links. The web of a task
/// other than `adhoc` has names, subjects and answers, see TaskWeb.
class WebCorpus {
 public:
  /// Throws UsageError when the vocabulary is too small for the number of topics, or the web for
  /// the queries of its task.
  explicit WebCorpus(const WebCorpusOptions& options);

  const WebCorpusOptions& options() const noexcept { return options_; }
  std::size_t page_count() const noexcept { return options_.pages; }
  const LinkGraph& links() const noexcept { return links_; }
  const std::string& word(WordIndex index) const noexcept { return word_[index]; }
  std::size_t topic(PageIndex page) const noexcept { return topic_[page]; }
  std::size_t site(PageIndex page) const noexcept { return site_[page]; }
  std::string id(PageIndex page) const;
  std::string url(PageIndex page) const;
  WebPage page(PageIndex page) const;

  /// Words of an imagined page about a topic, for a directory of the web. Such a page is not part
  /// of the corpus.
  std::vector<WordIndex> example(std::size_t topic, std::size_t number) const;

  /// The words of a query, all different.
  std::vector<WordIndex> query(std::size_t number) const;

  /// The relevant pages of a query, in ascending order; none for the task `adhoc`, whose pages are
  /// judged by what they have.
  std::span<const PageIndex> answers(std::size_t query) const noexcept {
    return tasks_ ? tasks_->answers(query) : std::span<const PageIndex>();
  }

 private:
  void draw_sites();
  void draw_links();
  PagePlace place_of(PageIndex page) const noexcept {
    return {page, site_[page], page - first_page_[site_[page]]};
  }
  PageIndex link_target(PageIndex page, std::span<const Link> earlier, RandomStream& random) const;
  std::string address_of(const PagePlace& at) const;
  std::vector<WordIndex> named_page_query(std::size_t number) const;
  std::vector<WordIndex> heading(PageIndex page) const;
  std::vector<WordIndex> body(std::size_t topic, RandomStream& random) const;

  WebCorpusOptions options_;
  std::vector<std::string> word_;
  Zipf word_rank_;
  Zipf topic_rank_;
  std::vector<std::uint32_t> site_;    ///< by page
  std::vector<PageIndex> first_page_;  ///< by site
  std::vector<std::uint16_t> topic_;   ///< by page
  LinkGraph links_;
  std::optional<TaskWeb> tasks_;
};

/// Appends words with a blank between them.
void append_words(const WebCorpus& web, std::span<const WordIndex> words, std::string& to);

/// The queries of a web, as topics "1", "2", ...
std::vector<Topic> web_topics(const WebCorpus& web);

}  // namespace podium::text
