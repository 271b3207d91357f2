#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "podium/core/base/options.hpp"

namespace podium::text {

/// What the queries of a generated web look for.
enum class WebTask : std::uint8_t {
  adhoc,               ///< pages about the words of the query, in three grades
  topic_distillation,  ///< the entry pages of sites that are devoted to a subject
  home_page,           ///< the home page of the site that is named
  named_page           ///< the page that is named
};

struct WebCorpusOptions {
  std::size_t pages = 1000;
  std::size_t words_per_page = 300;
  std::size_t links_per_page = 8;
  std::size_t vocabulary = 50'000;
  std::size_t topics = 12;
  WebTask task = WebTask::adhoc;
  std::size_t queries = 50;
  std::size_t judged_per_query = 100;
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
        field("task", &Self::task, std::array<std::string_view, 4>{"adhoc", "td", "hp", "np"},
              "what queries look for: adhoc pages about their words, in three grades; td (topic "
              "distillation) entry pages of sites on a subject; hp one home page; np one named "
              "page"),
        field("queries", &Self::queries, 1, 1'000'000, "number of queries with judgements"),
        field("judged-per-query", &Self::judged_per_query, 1, 1'000'000,
              "number of judged pages of a query; adhoc: a tenth of them are highly relevant, "
              "three tenths relevant"),
        field("noise", &Self::noise, 0.0, 100.0,
              "standard deviation of the assessors' error; td, hp and np: only of the choice of "
              "irrelevant pages that are judged"),
        field("bad-titles", &Self::bad_titles, 0.0, 1.0,
              "share of pages whose <title> says nothing; their title is only in the body"),
        field("html", &Self::html,
              "write pages as HTML in several layouts, so that titles and links must be found"),
        field("seed", &Self::seed, 0, UINT64_MAX, "seed for all random numbers"),
    };
  }
};

using WordIndex = std::uint32_t;

/// Words of a topic, frequent ones more often: the word of rank 0, 1, ... Not the most frequent
/// words of all, and different ones for each topic if the vocabulary suffices.
constexpr WordIndex topic_word(const WebCorpusOptions& options, std::size_t topic,
                               std::size_t rank) noexcept {
  return static_cast<WordIndex>((100 + rank * options.topics + topic) % options.vocabulary);
}

/// Number of words of a topic; queries use up to four different ones of the frequent ones.
inline constexpr std::size_t words_of_topic = 500;

/// A directory of a site has this many pages.
inline constexpr std::size_t pages_of_directory = 20;

}  // namespace podium::text
