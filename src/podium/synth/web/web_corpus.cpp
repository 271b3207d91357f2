#include "podium/synth/web/web_corpus.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr std::size_t words_of_topic = 500;
constexpr std::size_t min_words_of_topic = 10;  // queries use up to four different ones
constexpr std::size_t pages_of_directory = 20;

/// Distinct invented words: the syllables are the digits of a number in base 70.
std::string made_up_word(std::size_t number) {
  constexpr std::array<std::string_view, 14> consonants = {"b", "d", "f", "g", "k", "l", "m",
                                                           "n", "p", "r", "s", "t", "v", "z"};
  constexpr std::string_view vowels = "aeiou";
  std::string word;
  number += 70;  // at least two syllables
  for (; number > 0; number /= 70) {
    word += consonants[number % 70 / 5];
    word += vowels[number % 5];
  }
  return word;
}

/// A random number around `mean`, uniform from 0.5 to 1.5 times the mean; at least 1 when the mean
/// is.
std::size_t around(std::size_t mean, RandomStream& random) {
  return mean == 0 ? 0 : std::max<std::size_t>(1, mean / 2 + random.below(mean + 1));
}

}  // namespace

WebCorpus::WebCorpus(const WebCorpusOptions& options)
    : options_(options), word_rank_(options.vocabulary), topic_rank_(words_of_topic) {
  expects(options.pages > 0 && options.topics > 0, "pages and topics");
  if (options.vocabulary / options.topics < min_words_of_topic) {
    throw UsageError(fmt::format("vocabulary: found {} words for {} topics, expected {} or more",
                                 options.vocabulary, options.topics,
                                 min_words_of_topic * options.topics));
  }
  word_.reserve(options.vocabulary);
  for (std::size_t i = 0; i < options.vocabulary; ++i) word_.push_back(made_up_word(i));
  draw_sites();
  draw_links();
}

void WebCorpus::draw_sites() {
  RandomStream random(options_.seed, "web", "sites");
  const Zipf site_size(400);
  while (site_.size() < options_.pages) {
    const auto site = static_cast<std::uint32_t>(first_page_.size());
    const auto main_topic = static_cast<std::uint16_t>(random.below(options_.topics));
    first_page_.push_back(static_cast<PageIndex>(site_.size()));
    for (std::size_t left = 1 + site_size(random); left > 0 && site_.size() < options_.pages;
         --left) {
      site_.push_back(site);
      topic_.push_back(random.below(5) == 0
                           ? static_cast<std::uint16_t>(random.below(options_.topics))
                           : main_topic);
    }
  }
}

void WebCorpus::draw_links() {
  RandomStream random(options_.seed, "web", "links");
  std::vector<Link> links;
  links.reserve(options_.pages * options_.links_per_page);
  for (PageIndex page = 0; page < options_.pages; ++page) {
    const std::size_t count = around(options_.links_per_page, random);
    const PageIndex first = first_page_[site_[page]];
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t kind = random.below(4);
      PageIndex to = first;  // home
      if (kind == 1) to = first + static_cast<PageIndex>(random.below(page - first + 1));
      if (kind == 2) to = static_cast<PageIndex>(random.below(options_.pages));
      // Copying the target of an earlier link prefers pages with many links.
      if (kind == 3 && !links.empty()) to = links[random.below(links.size())].to;
      links.push_back({page, to});
    }
  }
  links_ = LinkGraph(options_.pages, std::move(links));
}

std::string WebCorpus::id(PageIndex page) const {
  return fmt::format("page-{}", page);
}

std::string WebCorpus::url(PageIndex page) const {
  const std::size_t site = site_[page];
  const std::size_t place = page - first_page_[site];
  std::string host = fmt::format("http://www.{}{}.test/", word_[site % word_.size()], site);
  if (place == 0) return host;
  const std::size_t directory = place / pages_of_directory;
  const std::string path = directory == 0 ? host : fmt::format("{}{}/", host, word_[directory]);
  return place % pages_of_directory == 0 ? path : fmt::format("{}{}.html", path, word_[place]);
}

WordIndex WebCorpus::topic_word(std::size_t topic, std::size_t rank) const noexcept {
  // Not the most frequent words, and different ones for each topic if the vocabulary suffices.
  return static_cast<WordIndex>((100 + rank * options_.topics + topic) % options_.vocabulary);
}

std::vector<WordIndex> WebCorpus::heading(PageIndex page) const {
  RandomStream random(options_.seed, to_text(page), "title");
  std::vector<WordIndex> words(3 + random.below(5));
  for (WordIndex& word : words) word = topic_word(topic_[page], topic_rank_(random));
  return words;
}

std::vector<WordIndex> WebCorpus::body(std::size_t topic, RandomStream& random) const {
  std::vector<WordIndex> words(around(options_.words_per_page, random));
  for (WordIndex& word : words) {
    const bool is_of_topic = random.below(4) == 0;
    word = is_of_topic ? topic_word(topic, topic_rank_(random)) : word_rank_(random);
  }
  return words;
}

WebPage WebCorpus::page(PageIndex page) const {
  RandomStream random(options_.seed, to_text(page), "page");
  WebPage result{.heading = heading(page)};
  result.title = result.heading;
  RandomStream luck(options_.seed, to_text(page), "bad title");
  if (luck.uniform() < options_.bad_titles) result.title = {0, 1};  // "untitled document"
  result.body = body(topic_[page], random);
  for (const PageIndex to : links_.out(page)) {
    std::vector<WordIndex> text = heading(to);
    text.resize(1 + random.below(text.size()));
    result.anchor.push_back({to, std::move(text)});
  }
  return result;
}

std::vector<WordIndex> WebCorpus::example(std::size_t topic, std::size_t number) const {
  RandomStream random(options_.seed, to_text(topic) + "/" + to_text(number), "example");
  return body(topic, random);
}

std::vector<WordIndex> WebCorpus::query(std::size_t number) const {
  RandomStream random(options_.seed, to_text(number), "query");
  const std::size_t topic = random.below(options_.topics);
  std::vector<WordIndex> words;
  const std::size_t wanted = 2 + random.below(3);
  while (words.size() < wanted) {
    const WordIndex word = topic_word(topic, 5 + random.below(100));
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

void append_words(const WebCorpus& web, std::span<const WordIndex> words, std::string& to) {
  for (const WordIndex word : words) {
    to += web.word(word);
    to += ' ';
  }
  if (!words.empty()) to.pop_back();
}

std::vector<Topic> web_topics(const WebCorpus& web) {
  std::vector<Topic> topics;
  for (std::size_t i = 0; i < web.options().queries; ++i) {
    Topic topic{.id = to_text(i + 1)};
    append_words(web, web.query(i), topic.title);
    topics.push_back(std::move(topic));
  }
  return topics;
}

}  // namespace podium
