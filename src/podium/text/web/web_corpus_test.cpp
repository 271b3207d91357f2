#include "podium/text/web/web_corpus.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/text/corpus/corpus.hpp"
#include "podium/text/links/sitemap.hpp"
#include "podium/text/web/web_judge.hpp"
#include "podium/text/web/web_page_text.hpp"

namespace podium::text {
namespace {

constexpr WebCorpusOptions small{.pages = 600, .words_per_page = 60, .topics = 3, .queries = 8};

std::string json_of(const WebCorpus& web) {
  std::string text;
  for (PageIndex page = 0; page < web.page_count(); ++page) {
    append_json_line(web, page, web.page(page), text);
  }
  return text;
}

TEST(Zipf, DrawsRanksByTheirChances) {
  const Zipf zipf(10);
  RandomStream random(1, "q", "zipf");
  std::vector<double> share(10, 0.0);
  constexpr std::size_t draws = 200'000;
  for (std::size_t i = 0; i < draws; ++i) share[zipf(random)] += 1.0 / draws;
  double sum = 0.0;
  for (int rank = 0; rank < 10; ++rank) sum += 1.0 / (rank + 2);
  for (std::size_t rank = 0; rank < 10; ++rank) {
    EXPECT_NEAR(share[rank], 1.0 / (static_cast<double>(rank + 2) * sum), 0.005);
  }
}

TEST(WebCorpus, DependsOnItsSeedAlone) {
  EXPECT_EQ(json_of(WebCorpus(small)), json_of(WebCorpus(small)));
  WebCorpusOptions other = small;
  other.seed = 2;
  EXPECT_NE(json_of(WebCorpus(small)), json_of(WebCorpus(other)));
}

TEST(WebCorpus, IsReadBackAsItWasMade) {
  const TemporaryFolder folder;
  const WebCorpus web(small);
  PageIndex page = 0;
  const CorpusReport report =
      read_corpus(folder.file("web.jsonl", json_of(web)), {}, [&](RawDocument&& document) {
        EXPECT_EQ(document.id, web.id(page));
        EXPECT_EQ(document.url, web.url(page));
        ASSERT_EQ(document.link.size(), web.links().out(page).size());
        for (std::size_t i = 0; i < document.link.size(); ++i) {
          EXPECT_EQ(document.link[i].target, web.url(web.links().out(page)[i]));
        }
        ++page;
      });
  EXPECT_EQ(report.documents, web.page_count());
  EXPECT_EQ(report.empty + report.repeated_ids + report.skipped, 0U);
}

std::string words_of(const WebCorpus& web, std::span<const WordIndex> words) {
  std::string text;
  append_words(web, words, text);
  return text;
}

TEST(WebCorpus, SaysTheSameAsHtml) {
  const WebCorpus web(small);
  const WebPage content = web.page(5);
  std::string html;
  append_html(web, 5, content, html);
  RawDocument document{.id = "x", .url = web.url(5), .html = html};
  CorpusReport report;
  extract_page(document, {}, report);
  ASSERT_EQ(document.link.size(), content.anchor.size());
  EXPECT_EQ(document.link[0].target, web.url(content.anchor[0].to));
  EXPECT_EQ(document.field["title"], words_of(web, content.title));
  EXPECT_THAT(document.field["text"], testing::HasSubstr(words_of(web, content.body)));
}

TEST(WebCorpus, HasTitlesThatAreFoundInItsPages) {
  const TemporaryFolder folder;
  WebCorpusOptions options = small;
  options.html = true;
  const WebCorpus web(options);
  PageIndex page = 0;
  std::size_t found = 0;
  std::size_t bad_titles = 0;
  std::set<std::size_t> layouts_with_titles;
  (void)read_corpus(folder.file("web.jsonl", json_of(web)), {}, [&](RawDocument&& document) {
    CorpusReport report;
    extract_page(document, {}, report);
    const WebPage content = web.page(page);
    EXPECT_EQ(report.broken_pages, 0U);
    EXPECT_EQ(document.link.size(), content.anchor.size());
    EXPECT_EQ(document.field["title"], words_of(web, content.title));
    bad_titles += content.title != content.heading ? 1U : 0U;
    if (document.field["extracted_title"] == words_of(web, content.heading)) {
      ++found;
      layouts_with_titles.insert(web.site(page) % 6);
    }
    ++page;
  });
  EXPECT_EQ(found, web.page_count());
  EXPECT_EQ(layouts_with_titles.size(), 6U);
  EXPECT_NEAR(static_cast<double>(bad_titles), 0.2 * static_cast<double>(web.page_count()), 40.0);
}

TEST(WebCorpus, GivesTheHeadingAsExtractedTitleWhereThereIsNoHtml) {
  const TemporaryFolder folder;
  WebCorpusOptions options = small;
  options.bad_titles = 1.0;
  const WebCorpus web(options);
  PageIndex page = 0;
  (void)read_corpus(folder.file("web.jsonl", json_of(web)), {}, [&](RawDocument&& document) {
    EXPECT_EQ(document.field["extracted_title"], words_of(web, web.page(page++).heading));
    EXPECT_EQ(document.field["title"], web.word(0) + " " + web.word(1));
  });
}

TEST(WebCorpus, HasADirectoryOfItsTopics) {
  WebCorpusOptions options = small;
  options.topics = 13;
  const WebCorpus web(options);
  const std::string directory = web_directory(web);
  EXPECT_EQ(std::count(directory.begin(), directory.end(), '\n'), 13 * 20);
  EXPECT_TRUE(directory.starts_with("Arts\t"));
  EXPECT_THAT(directory, testing::HasSubstr("\nTopic 13\t"));
  // A word of the topic is more frequent there than elsewhere.
  const auto of_topic = [&](std::size_t topic) {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      const std::vector<WordIndex> words = web.example(topic, i);
      count += std::count(words.begin(), words.end(), topic_word(web.options(), 3, 0));
    }
    return count;
  };
  EXPECT_GT(of_topic(3), 2 * of_topic(4));
}

TEST(WebCorpus, HasSitesPopularPagesAndDistinctUrls) {
  const WebCorpus web(small);
  std::vector<std::string> urls;
  std::size_t max_links = 0;
  for (PageIndex page = 0; page < web.page_count(); ++page) {
    urls.push_back(web.url(page));
    max_links = std::max(max_links, web.links().in(page).size());
  }
  EXPECT_EQ(std::set<std::string>(urls.begin(), urls.end()).size(), urls.size());
  EXPECT_GT(max_links, 5 * web.links().link_count() / web.page_count());
  const Sitemap sitemap{UrlIndex(urls)};
  std::size_t roots = 0;
  for (PageIndex page = 0; page < urls.size(); ++page) {
    roots += sitemap.parent(page) == Sitemap::none ? 1U : 0U;
  }
  EXPECT_LT(roots, urls.size() / 4);
}

TEST(WebCorpus, JudgesPagesByWhatTheyHave) {
  WebCorpusOptions options = small;
  options.noise = 0.0;
  const WebCorpus web(options);
  WebJudge judge(web);
  std::map<std::string, WebPage> content;
  for (PageIndex page = 0; page < web.page_count(); ++page) {
    const WebPage& made = content[web.id(page)] = web.page(page);
    judge.add(page, made);
  }
  const Qrels qrels = judge.judgements();
  ASSERT_EQ(qrels.judged.query_count(), options.queries);
  double best = 0.0;
  double rest = 0.0;
  for (std::size_t i = 0; i < qrels.judged.query_count(); ++i) {
    const auto query = qrels.judged[i];
    ASSERT_EQ(query.id, web_topics(web)[i].id);
    const std::vector<WordIndex> words = web.query(i);
    const auto hits = [&](std::size_t doc) {
      const WebPage& made = content[std::string(query.document[doc])];
      std::ptrdiff_t count = 0;
      for (const auto* part : {&made.heading, &made.body}) {
        for (const WordIndex word : *part) count += std::count(words.begin(), words.end(), word);
      }
      return static_cast<double>(count);
    };
    ASSERT_GT(query.size(), 10U);
    EXPECT_EQ(query.value[0], 2.0);
    EXPECT_LT(query.value[query.size() - 1], 2.0);
    best += hits(0);
    rest += hits(query.size() - 1);
  }
  EXPECT_GT(best, 2.0 * rest);
}

TEST(WebCorpus, NeedsWordsForItsTopics) {
  EXPECT_THROW(WebCorpus({.pages = 5, .vocabulary = 1000, .topics = 101}), UsageError);
  const WebCorpus web({.pages = 5, .vocabulary = 1000, .topics = 100});
  for (std::size_t query = 0; query < 50; ++query) {
    const std::vector<WordIndex> words = web.query(query);
    EXPECT_EQ(std::set<WordIndex>(words.begin(), words.end()).size(), words.size());
  }
}

TEST(WebCorpus, NamesAllItsOptions) {
  EXPECT_TRUE(has_all_fields<WebCorpusOptions>());
}

}  // namespace
}  // namespace podium::text
