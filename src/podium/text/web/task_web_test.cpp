#include "podium/text/web/task_web.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/web/web_corpus.hpp"
#include "podium/text/web/web_judge.hpp"

namespace podium::text {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::array all_tasks = {WebTask::topic_distillation, WebTask::home_page,
                                  WebTask::named_page};

WebCorpusOptions options_of(WebTask task) {
  return {.pages = 4000, .words_per_page = 40, .topics = 4, .task = task, .queries = 10};
}

std::size_t slashes_of(const std::string& url) {
  return static_cast<std::size_t>(std::ranges::count(url, '/'));
}

bool has(std::span<const WordIndex> words, WordIndex word) {
  return std::ranges::count(words, word) > 0;
}

TEST(TaskWeb, IsOneWebWithDifferentQueries) {
  const WebCorpus first(options_of(WebTask::topic_distillation));
  std::set<std::vector<WordIndex>> queries;
  for (const WebTask task : all_tasks) {
    const WebCorpus web(options_of(task));
    for (PageIndex page = 0; page < 200; ++page) {
      EXPECT_EQ(web.page(page).body, first.page(page).body);
      EXPECT_EQ(web.url(page), first.url(page));
    }
    EXPECT_EQ(web.links().link_count(), first.links().link_count());
    for (std::size_t i = 0; i < 10; ++i) {
      const std::vector<WordIndex> words = web.query(i);
      EXPECT_GE(words.size(), 2U);
      EXPECT_EQ(std::set<WordIndex>(words.begin(), words.end()).size(), words.size());
      queries.insert(words);
    }
  }
  EXPECT_EQ(queries.size(), 30U);
}

TEST(TaskWeb, TellsHomePagesByAddressesAndLinks) {
  const WebCorpus web(options_of(WebTask::home_page));
  std::set<std::string> urls;
  double links_of_entries = 0.0;
  double links_of_others = 0.0;
  double entries = 0.0;
  for (PageIndex page = 0; page < web.page_count(); ++page) {
    const std::string url = web.url(page);
    urls.insert(url);
    const bool is_home = page == 0 || web.site(page) != web.site(page - 1);
    EXPECT_EQ(slashes_of(url) == 3, is_home) << url;
    const bool is_entry = url.ends_with('/');
    entries += is_entry ? 1.0 : 0.0;
    (is_entry ? links_of_entries : links_of_others) +=
        static_cast<double>(web.links().in(page).size());
  }
  EXPECT_EQ(urls.size(), web.page_count());
  const double others = static_cast<double>(web.page_count()) - entries;
  EXPECT_GT(links_of_entries / entries, 3.0 * links_of_others / others);
}

TEST(TaskWeb, LooksForHomePagesByTheirNames) {
  const WebCorpus web(options_of(WebTask::home_page));
  std::size_t links = 0;
  std::size_t named = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    ASSERT_EQ(web.answers(i).size(), 1U);
    const PageIndex home = web.answers(i).front();
    EXPECT_EQ(slashes_of(web.url(home)), 3U);
    links += web.links().in(home).size();
    for (const PageIndex from : web.links().in(home)) {
      for (const WebPage::Anchor& anchor : web.page(from).anchor) {
        if (anchor.to == home && has(web.query(i), anchor.text.front())) ++named;
      }
    }
  }
  EXPECT_GT(3 * named, links);
  EXPECT_LT(3 * named, 2 * links);  // others say nothing
}

TEST(TaskWeb, LooksForNamedPagesByTitleAndText) {
  const WebCorpus web(options_of(WebTask::named_page));
  std::size_t words = 0;
  std::size_t of_title = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    ASSERT_EQ(web.answers(i).size(), 1U);
    const PageIndex page = web.answers(i).front();
    EXPECT_THAT(web.url(page), EndsWith(".html"));
    const WebPage content = web.page(page);
    for (const WordIndex word : web.query(i)) {
      const bool is_in_title = has(content.heading, word);
      EXPECT_TRUE(is_in_title || has(content.body, word));
      ++words;
      of_title += is_in_title ? 1 : 0;
    }
  }
  EXPECT_GT(2 * of_title, words);
  EXPECT_LT(of_title, words);
}

TEST(TaskWeb, DistilsTopicsIntoEntryPages) {
  const WebCorpus web(options_of(WebTask::topic_distillation));
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    const auto answers = web.answers(i);
    ASSERT_FALSE(answers.empty());
    EXPECT_TRUE(std::ranges::is_sorted(answers));
    relevant += answers.size();
    std::set<std::size_t> covered;  // sites whose home page is an answer
    for (const PageIndex page : answers) {
      EXPECT_THAT(web.url(page), EndsWith("/"));
      if (slashes_of(web.url(page)) == 3) covered.insert(web.site(page));
    }
    for (const PageIndex page : answers) {
      EXPECT_TRUE(slashes_of(web.url(page)) == 3 || !covered.contains(web.site(page)));
    }
  }
  EXPECT_GT(relevant, 30U);
  EXPECT_LT(relevant, 200U);
}

TEST(TaskWeb, PutsWordsOfASubjectIntoAllPagesOfItsSites) {
  const WebCorpus web(options_of(WebTask::topic_distillation));
  double at_home = 0.0;
  double below = 0.0;
  double elsewhere = 0.0;
  const auto share = [&](PageIndex page, std::span<const WordIndex> query) {
    const std::vector<WordIndex> body = web.page(page).body;
    const auto found = std::ranges::count_if(body, [&](WordIndex w) { return has(query, w); });
    return static_cast<double>(found) / static_cast<double>(body.size());
  };
  for (std::size_t i = 0; i < 10; ++i) {
    const std::vector<WordIndex> query = web.query(i);
    for (const PageIndex page : web.answers(i)) {
      if (page + 1 == web.page_count() || web.site(page + 1) != web.site(page)) continue;
      at_home += share(page, query);
      below += share(page + 1, query);
      elsewhere += share((page + 2000) % 4000, query);
    }
  }
  EXPECT_GT(below, 2.0 * elsewhere);
  EXPECT_GT(2.0 * below, at_home);
}

TEST(TaskWeb, HasItsAnswersJudgedAsRelevantAndOtherPagesAsNot) {
  for (const WebTask task : all_tasks) {
    WebCorpusOptions options = options_of(task);
    options.judged_per_query = 30;
    const WebCorpus web(options);
    WebJudge judge(web);
    for (PageIndex page = 0; page < web.page_count(); ++page) judge.add(page, web.page(page));
    const Qrels qrels = judge.judgements();
    ASSERT_EQ(qrels.judged.query_count(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
      const auto query = qrels.judged[i];
      std::set<std::string> relevant;
      for (std::size_t d = 0; d < query.size(); ++d) {
        if (query.value[d] == 1.0) relevant.insert(std::string(query.document[d]));
        EXPECT_TRUE(query.value[d] == 0.0 || query.value[d] == 1.0);
      }
      std::set<std::string> planted;
      for (const PageIndex page : web.answers(i)) planted.insert(web.id(page));
      EXPECT_EQ(relevant, planted);
      EXPECT_EQ(query.size(), std::max<std::size_t>(30, planted.size()));
    }
  }
}

TEST(TaskWeb, NeedsAWebThatIsLargeEnough) {
  const auto web_of = [](WebTask task, std::size_t pages, std::size_t queries) {
    return
        [=] { (void)WebCorpus({.pages = pages, .topics = 4, .task = task, .queries = queries}); };
  };
  EXPECT_THAT(web_of(WebTask::topic_distillation, 4000, 11),
              ThrowsMessage<UsageError>(HasSubstr("queries: found 11, expected at most 10: a web "
                                                  "of 4000 pages has no more subjects")));
  EXPECT_THAT(web_of(WebTask::home_page, 400, 390),
              ThrowsMessage<UsageError>(HasSubstr("no more sites")));
  EXPECT_THAT(web_of(WebTask::named_page, 1, 1),
              ThrowsMessage<UsageError>(HasSubstr("expected at most 0")));
  EXPECT_EQ(pages_for_subjects(10), 4000U);
}

}  // namespace
}  // namespace podium::text
