#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/base/random.hpp"
#include "podium/corpus/topics.hpp"
#include "podium/links/link_graph.hpp"
#include "podium/synth/web/zipf.hpp"

namespace podium {

struct WebCorpusOptions {
  std::size_t pages = 1000;
  std::size_t words_per_page = 300;
  std::size_t links_per_page = 8;
  std::size_t vocabulary = 50'000;
  std::size_t topics = 12;
  std::size_t queries = 50;
  double noise = 0.5;
  double bad_titles = 0.2;
  bool html = false;
  std::uint64_t seed = 1;

  static auto fields() {
    using Self = WebCorpusOptions;
    return std::array{
        field("pages", &Self::pages, 1, 1'000'000'000, "total number of pages"),
        field("words-per-page", &Self::words_per_page, 1, 1'000'000,
              "mean number of words in the body of a page"),
        field("links-per-page", &Self::links_per_page, 0, 1000,
              "mean number of links from a page to other pages"),
        field("vocabulary", &Self::vocabulary, 1000, 10'000'000, "number of distinct words"),
        field("topics", &Self::topics, 1, 1000, "number of topics"),
        field("queries", &Self::queries, 1, 1'000'000, "number of queries with judgements"),
        field("noise", &Self::noise, 0.0, 100.0, "standard deviation of the assessors' error"),
        field("bad-titles", &Self::bad_titles, 0.0, 1.0,
              "share of pages whose <title> says nothing; their title is only in the body"),
        field("html", &Self::html,
              "write pages as HTML in several layouts, so that titles and links must be found"),
        field("seed", &Self::seed, 0, UINT64_MAX, "seed for all random numbers"),
    };
  }
};

using WordIndex = std::uint32_t;

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
/// a corpus of any size is made page by page; the memory is that of the links.
class WebCorpus {
 public:
  /// Throws UsageError when the vocabulary is too small for the number of topics.
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

  /// The words of a query, all of its topic.
  std::vector<WordIndex> query(std::size_t number) const;

  /// Words of a topic, frequent ones more often: rank r of topic t is word
  /// topic_word(t, r).
  WordIndex topic_word(std::size_t topic, std::size_t rank) const noexcept;

 private:
  void draw_sites();
  void draw_links();
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
};

/// Appends words with a blank between them.
void append_words(const WebCorpus& web, std::span<const WordIndex> words, std::string& to);

/// The queries of a web, as topics "1", "2", ...
std::vector<Topic> web_topics(const WebCorpus& web);

}  // namespace podium
