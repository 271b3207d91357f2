#include "podium/synth/web/web_corpus.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/corpus/corpus.hpp"
#include "podium/format/file_fixture.hpp"
#include "podium/links/sitemap.hpp"
#include "podium/synth/web/web_judge.hpp"

namespace podium {
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

TEST(WebCorpus, SaysTheSameAsHtml) {
  const WebCorpus web(small);
  const WebPage content = web.page(5);
  std::string html;
  append_html(web, content, html);
  RawDocument document{.id = "x", .url = web.url(5), .html = html};
  CorpusReport report;
  extract_page(document, {}, report);
  ASSERT_EQ(document.link.size(), content.anchor.size());
  EXPECT_EQ(document.link[0].target, web.url(content.anchor[0].to));
  EXPECT_EQ(document.field["extracted_title"], document.field["title"]);
  EXPECT_THAT(document.field["text"], testing::HasSubstr(web.word(content.body[0])));
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
  const Sitemap sitemap(urls);
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
      for (const auto* part : {&made.title, &made.body}) {
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
}  // namespace podium
