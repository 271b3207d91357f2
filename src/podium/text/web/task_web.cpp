#include "podium/text/web/task_web.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

constexpr std::size_t pages_of_subject = 400;
constexpr std::size_t words_of_subject = 3;
/// The share of sites on a subject that assessors find good enough.
constexpr double good_share = 0.7;
constexpr std::size_t first_rank = 5;
constexpr std::size_t ranks_of_names = 40;  // few: sites of a topic share words of their names
/// Frequent words that say nothing of a page.
constexpr WordIndex welcome = 2;
constexpr WordIndex click_here = 3;

WordIndex one_of(std::span<const WordIndex> words, RandomStream& random) {
  return words[random.below(words.size())];
}

/// Chooses what the queries are about.
std::vector<std::size_t> chosen(std::vector<std::size_t> candidates, std::string_view kind,
                                const WebCorpusOptions& options) {
  if (candidates.size() < options.queries) {
    throw UsageError(
        fmt::format("queries: found {}, expected at most {}: a web of {} pages has no "
                    "more {} to look for",
                    options.queries, candidates.size(), options.pages, kind));
  }
  RandomStream random(options.seed, "web", "targets");
  random.shuffle(std::span(candidates));
  candidates.resize(options.queries);
  return candidates;
}

}  // namespace

std::vector<WordIndex> distinct_topic_words(const WebCorpusOptions& options, std::size_t topic,
                                            std::size_t wanted, std::size_t ranks,
                                            RandomStream& random) {
  std::vector<WordIndex> words;
  while (words.size() < wanted) {
    const WordIndex word = topic_word(options, topic, first_rank + random.below(ranks));
    if (std::ranges::count(words, word) == 0) words.push_back(word);
  }
  return words;
}

std::size_t pages_for_subjects(std::size_t subjects) {
  return subjects * pages_of_subject;
}

TaskWeb::TaskWeb(const WebCorpusOptions& options, std::span<const PageIndex> first_page)
    : options_(options),
      topic_rank_(words_of_topic),
      first_page_(first_page.begin(), first_page.end()) {
  expects(options.task != WebTask::adhoc, "a task with answers");
  draw_subjects();
  if (options.task == WebTask::topic_distillation) choose_subjects();
  if (options.task == WebTask::home_page) choose_home_pages();
  if (options.task == WebTask::named_page) choose_named_pages();
}

std::size_t TaskWeb::subject_count() const noexcept {
  return std::max<std::size_t>(1, options_.pages / pages_of_subject);
}

PageIndex TaskWeb::end_of(std::size_t site) const noexcept {
  return site + 1 < first_page_.size() ? first_page_[site + 1]
                                       : static_cast<PageIndex>(options_.pages);
}

void TaskWeb::draw_subjects() {
  RandomStream random(options_.seed, "web", "subjects");
  std::vector<std::uint32_t> subjects(subject_count());
  std::iota(subjects.begin(), subjects.end(), 0U);
  for (std::size_t site = 0; site < first_page_.size(); ++site) {
    // All subjects in turn, so that each has sites.
    if (site % subjects.size() == 0) random.shuffle(std::span(subjects));
    const std::uint32_t main_subject = subjects[site % subjects.size()];
    first_directory_.push_back(subject_of_directory_.size());
    for (PageIndex page = first_page_[site]; page < end_of(site); page += pages_of_directory) {
      const bool is_main = page == first_page_[site] || random.uniform() < 0.6;
      subject_of_directory_.push_back(
          is_main ? main_subject : static_cast<std::uint32_t>(random.below(subjects.size())));
    }
  }
}

/// The entry pages of each subject that are not below another one, as far as they are good.
std::vector<std::vector<PageIndex>> TaskWeb::entries_of_subjects() const {
  std::vector<std::vector<PageIndex>> all(subject_count());
  std::vector<std::vector<PageIndex>> good(subject_count());
  RandomStream random(options_.seed, "web", "good sites");
  for (std::size_t site = 0; site < first_page_.size(); ++site) {
    for (PageIndex page = first_page_[site]; page < end_of(site); page += pages_of_directory) {
      const PagePlace at{page, site, page - first_page_[site]};
      if (at.place > 0 && subject(at) == subject_of_site(site)) continue;
      all[subject(at)].push_back(page);
      if (random.uniform() < good_share) good[subject(at)].push_back(page);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (good[i].empty()) good[i] = all[i];
  }
  return good;
}

void TaskWeb::choose_subjects() {
  std::vector<std::vector<PageIndex>> entries = entries_of_subjects();
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].empty()) candidates.push_back(i);
  }
  target_ = chosen(std::move(candidates), "subjects", options_);
  for (const std::size_t subject : target_) answer_.push_back(entries[subject]);
}

void TaskWeb::choose_home_pages() {
  std::vector<std::size_t> candidates;
  for (std::size_t site = 0; site < first_page_.size(); ++site) {
    if (end_of(site) - first_page_[site] > 1) candidates.push_back(site);
  }
  target_ = chosen(std::move(candidates), "sites", options_);
  for (const std::size_t site : target_) answer_.push_back({first_page_[site]});
}

void TaskWeb::choose_named_pages() {
  std::vector<std::size_t> candidates;
  for (std::size_t site = 0; site < first_page_.size(); ++site) {
    for (PageIndex page = first_page_[site]; page < end_of(site); ++page) {
      if (!is_entry({page, site, page - first_page_[site]})) candidates.push_back(page);
    }
  }
  target_ = chosen(std::move(candidates), "pages", options_);
  for (const std::size_t page : target_) answer_.push_back({static_cast<PageIndex>(page)});
}

std::vector<WordIndex> TaskWeb::subject_words(std::size_t subject) const {
  RandomStream random(options_.seed, to_text(subject), "subject");
  return distinct_topic_words(options_, subject % options_.topics, words_of_subject,
                              ranks_of_subjects, random);
}

std::vector<WordIndex> TaskWeb::name(std::size_t site) const {
  RandomStream random(options_.seed, to_text(site), "name");
  const std::size_t topic = subject_of_site(site) % options_.topics;
  const std::size_t wanted = 2 + random.below(2);
  return distinct_topic_words(options_, topic, wanted, ranks_of_names, random);
}

std::vector<WordIndex> TaskWeb::heading(const PagePlace& at) const {
  RandomStream random(options_.seed, to_text(at.page), "title");
  if (at.place == 0) {
    return random.uniform() < 0.2 ? std::vector<WordIndex>{welcome} : name(at.site);
  }
  std::vector<WordIndex> words;
  std::size_t more = 3 + random.below(5);
  if (is_entry(at)) {
    words = subject_words(subject(at));
    more = random.below(3);
  }
  for (; more > 0; --more) {
    words.push_back(topic_word(options_, topic(at), topic_rank_(random)));
  }
  return words;
}

std::vector<WordIndex> TaskWeb::body(const PagePlace& at, std::span<const WordIndex> heading,
                                     std::size_t length, const Zipf& word_rank,
                                     RandomStream& random) const {
  const std::vector<WordIndex> of_site = name(at.site);
  const std::vector<WordIndex> of_subject = subject_words(subject(at));
  // Entry pages have more links and fewer words.
  std::vector<WordIndex> words(is_entry(at) ? (length + 1) / 2 : length);
  for (WordIndex& word : words) {
    const double luck = random.uniform();
    if (luck < 0.02) {
      word = one_of(of_site, random);
    } else if (luck < 0.05) {
      word = one_of(of_subject, random);
    } else if (luck < 0.09 && !is_entry(at)) {
      word = one_of(heading, random);
    } else if (luck < 0.3) {
      word = topic_word(options_, topic(at), topic_rank_(random));
    } else {
      word = word_rank(random);
    }
  }
  return words;
}

std::vector<WordIndex> TaskWeb::anchor(const PagePlace& to, RandomStream& random) const {
  const bool is_home = to.place == 0;
  if (random.uniform() < (is_home ? 0.5 : 0.2)) return {click_here};
  std::vector<WordIndex> text = is_home ? name(to.site) : heading(to);
  text.resize(1 + random.below(text.size()));
  if (is_home || random.uniform() >= 0.4) return text;
  std::vector<WordIndex> with_name = name(to.site);
  with_name.insert(with_name.end(), text.begin(), text.end());
  return with_name;
}

std::optional<WordIndex> TaskWeb::word_of_address(std::size_t site) const {
  if (site % 2 == 0) return std::nullopt;
  return name(site).front();
}

PageIndex TaskWeb::link_target(const PagePlace& from, RandomStream& random) const {
  const PageIndex home = first_page_[from.site];
  switch (random.below(6)) {
    case 0:
      return home;
    case 1:
      return home + static_cast<PageIndex>(from.place / pages_of_directory * pages_of_directory);
    case 2:
    case 3:
      return home + static_cast<PageIndex>(random.below(end_of(from.site) - home));
    case 4:
      return first_page_[random.below(first_page_.size())];
    default:
      return static_cast<PageIndex>(random.below(options_.pages));
  }
}

std::vector<PageIndex> TaskWeb::listed(const PagePlace& from, RandomStream& random) const {
  std::vector<PageIndex> pages;
  if (!is_entry(from)) return pages;
  const PageIndex end = end_of(from.site);
  const auto below =
      static_cast<PageIndex>(std::min<std::size_t>(end, from.page + pages_of_directory));
  for (PageIndex page = from.page + 1; page < below; ++page) {
    if (random.below(2) == 0) pages.push_back(page);
  }
  if (from.place > 0) return pages;
  for (PageIndex page = below; page < end; page += pages_of_directory) pages.push_back(page);
  return pages;
}

std::vector<WordIndex> TaskWeb::query(std::size_t number) const {
  expects(options_.task != WebTask::named_page, "queries of named pages come from the page");
  RandomStream random(options_.seed, to_text(number), "query");
  if (options_.task == WebTask::topic_distillation) {
    std::vector<WordIndex> words = subject_words(target_[number]);
    words.resize(2 + random.below(2));
    return words;
  }
  std::vector<WordIndex> words = name(target_[number]);
  if (random.uniform() < 0.3) {
    const WordIndex more = one_of(subject_words(subject_of_site(target_[number])), random);
    if (std::ranges::count(words, more) == 0) words.push_back(more);
  }
  return words;
}

}  // namespace podium::text
