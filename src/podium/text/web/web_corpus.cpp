#include "podium/text/web/web_corpus.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

constexpr std::size_t min_words_of_topic = 10;  // queries use up to four different ones

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
  if (options.task != WebTask::adhoc) {
    tasks_.emplace(options, first_page_);
    for (PageIndex page = 0; page < options.pages; ++page) {
      topic_[page] = static_cast<std::uint16_t>(tasks_->topic(place_of(page)));
    }
  }
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

PageIndex WebCorpus::link_target(PageIndex page, std::span<const Link> earlier,
                                 RandomStream& random) const {
  const PageIndex first = first_page_[site_[page]];
  const std::uint64_t kind = random.below(4);
  // Copying the target of an earlier link prefers pages with many links.
  if (kind == 3 && !earlier.empty()) return earlier[random.below(earlier.size())].to;
  if (tasks_) return tasks_->link_target(place_of(page), random);
  if (kind == 1) return first + static_cast<PageIndex>(random.below(page - first + 1));
  if (kind == 2) return static_cast<PageIndex>(random.below(options_.pages));
  return first;  // home
}

void WebCorpus::draw_links() {
  RandomStream random(options_.seed, "web", "links");
  std::vector<Link> links;
  links.reserve(options_.pages * options_.links_per_page);
  for (PageIndex page = 0; page < options_.pages; ++page) {
    const std::size_t count = around(options_.links_per_page, random);
    for (std::size_t i = 0; i < count; ++i)
      links.push_back({page, link_target(page, links, random)});
    if (!tasks_ || count == 0) continue;
    for (const PageIndex to : tasks_->listed(place_of(page), random)) links.push_back({page, to});
  }
  links_ = LinkGraph(options_.pages, links);
}

std::string WebCorpus::id(PageIndex page) const {
  return fmt::format("page-{}", page);
}

std::string WebCorpus::url(PageIndex page) const {
  const PagePlace at = place_of(page);
  if (tasks_) return address_of(at);
  std::string host = fmt::format("http://www.{}{}.test/", word_[at.site % word_.size()], at.site);
  if (at.place == 0) return host;
  const std::size_t directory = at.place / pages_of_directory;
  const std::string path = directory == 0 ? host : fmt::format("{}{}/", host, word_[directory]);
  return at.place % pages_of_directory == 0 ? path
                                            : fmt::format("{}{}.html", path, word_[at.place]);
}

/// In the web of a task: the root has the home page alone, and half of the pages of a directory are
/// in one below it.
std::string WebCorpus::address_of(const PagePlace& at) const {
  const std::optional<WordIndex> named = tasks_->word_of_address(at.site);
  std::string url = named ? fmt::format("http://www.{}-{}.test/", word_[*named], at.site)
                          : fmt::format("http://www.{}.test/", at.site);
  if (at.place == 0) return url;
  url += word_[at.place / pages_of_directory] + '/';
  if (TaskWeb::is_entry(at)) return url;
  if (at.place % 2 == 0) url += word_[at.place % pages_of_directory / 4] + '/';
  return url + word_[at.place] + ".html";
}

std::vector<WordIndex> WebCorpus::heading(PageIndex page) const {
  if (tasks_) return tasks_->heading(place_of(page));
  RandomStream random(options_.seed, to_text(page), "title");
  std::vector<WordIndex> words(3 + random.below(5));
  for (WordIndex& word : words) word = topic_word(options_, topic_[page], topic_rank_(random));
  return words;
}

std::vector<WordIndex> WebCorpus::body(std::size_t topic, RandomStream& random) const {
  std::vector<WordIndex> words(around(options_.words_per_page, random));
  for (WordIndex& word : words) {
    const bool is_of_topic = random.below(4) == 0;
    word = is_of_topic ? topic_word(options_, topic, topic_rank_(random)) : word_rank_(random);
  }
  return words;
}

WebPage WebCorpus::page(PageIndex page) const {
  RandomStream random(options_.seed, to_text(page), "page");
  WebPage result{.heading = heading(page)};
  result.title = result.heading;
  RandomStream luck(options_.seed, to_text(page), "bad title");
  if (luck.uniform() < options_.bad_titles) result.title = {0, 1};  // "untitled document"
  if (tasks_) {
    result.body = tasks_->body(place_of(page), result.heading,
                               around(options_.words_per_page, random), word_rank_, random);
  } else {
    result.body = body(topic_[page], random);
  }
  for (const PageIndex to : links_.out(page)) {
    if (tasks_) {
      result.anchor.push_back({to, tasks_->anchor(place_of(to), random)});
      continue;
    }
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

/// People remember most words from the title, and some from the text.
std::vector<WordIndex> WebCorpus::named_page_query(std::size_t number) const {
  RandomStream random(options_.seed, to_text(number), "query");
  const WebPage named = page(tasks_->answers(number).front());
  const std::size_t wanted = 2 + random.below(3);
  std::vector<WordIndex> words;
  constexpr std::size_t tries = 40;
  for (std::size_t i = 0; i < tries && words.size() < wanted; ++i) {
    const auto& from = random.uniform() < 0.7 ? named.heading : named.body;
    const WordIndex word = from[random.below(from.size())];
    const bool says_something = word >= topic_word(options_, 0, 0);
    if (says_something && std::ranges::count(words, word) == 0) words.push_back(word);
  }
  return words;
}

std::vector<WordIndex> WebCorpus::query(std::size_t number) const {
  if (options_.task == WebTask::named_page) return named_page_query(number);
  if (tasks_) return tasks_->query(number);
  RandomStream random(options_.seed, to_text(number), "query");
  const std::size_t topic = random.below(options_.topics);
  return distinct_topic_words(options_, topic, 2 + random.below(3), ranks_of_subjects, random);
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

}  // namespace podium::text
