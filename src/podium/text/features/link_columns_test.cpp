#include "podium/text/features/link_columns.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/text/features/sampled_fixture.hpp"
#include "podium/text/links/hits.hpp"
#include "podium/text/links/pagerank.hpp"

namespace podium::text {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsNan;

/// Three of eight documents have the word, a three times: a links to b and to f1, b to c, f1 to a.
const std::vector<SmallCollection::Page> linked_pages = {
    {"f1", "other", {"a"}}, {"a", "q q q", {"b", "f1"}},
    {"b", "q", {"c"}},      {"c", "q"},
    {"f2", "other"},        {"f3", "other"},
    {"f4", "other"},        {"f5", "other"}};

std::vector<double> link_column(const SmallCollection& collection, const std::string& name) {
  const std::vector<std::string> names = {name};
  return link_columns(names, collection.links(), {}, collection.sampled())[0];
}

TEST(LinkColumns, CountLinksOfTheWholeCorpus) {
  const SmallCollection collection(linked_pages, "q");
  EXPECT_THAT(link_column(collection, "in-links"), ElementsAre(1, 1, 1));
  EXPECT_THAT(link_column(collection, "out-links"), ElementsAre(2, 1, 0));
}

TEST(LinkColumns, SpreadScoresOverTheLinksOfTheSample) {
  const SmallCollection collection(linked_pages, "q");
  // s = 1.5, 1, 1 times idf; the sample's links are a -> b -> c.
  EXPECT_THAT(link_column(collection, "link-score-uniform"),
              ElementsAre(near((1.5 + .15) * idf), near(1.15 * idf), near(idf)));
  // From c up: .85; .85 + .15 .85; 1.275 + .15 of what b has, each link having the only target.
  EXPECT_THAT(
      link_column(collection, "link-score-out"),
      ElementsAre(near((.85 * 1.5 + .15 * .9775) * idf), near(.9775 * idf), near(.85 * idf)));
  EXPECT_THAT(link_column(collection, "link-score-in"),
              ElementsAre(near(1.275 * idf), near((.85 + .15 * 1.275) * idf),
                          near((.85 + .15 * (.85 + .15 * 1.275)) * idf)));
}

TEST(LinkColumns, SpreadCountsOfTermsOverTheLinksOfTheSample) {
  const SmallCollection collection(linked_pages, "q");
  const auto bm25 = [](double count) { return idf * 2.0 * count / (count + 1.0); };
  EXPECT_THAT(link_column(collection, "link-term-uniform"),
              ElementsAre(near(bm25(3.15)), near(bm25(1.15)), near(bm25(1.0))));
}

TEST(LinkColumns, ScalePageRankOfTheWholeCorpus) {
  const SmallCollection collection(linked_pages, "q");
  const std::vector<double> rank = pagerank(collection.links().graph).score;
  EXPECT_THAT(link_column(collection, "pagerank"),
              ElementsAre(near(1e5 * rank[1]), near(1e5 * rank[2]), near(1e5 * rank[3])));
}

TEST(LinkColumns, TakeHitsOfTheBaseSet) {
  const SmallCollection collection(linked_pages, "q");
  // The sample is a, b, c; f1 comes in as a neighbour.
  const HitsScores expected = hits(LinkGraph(4, {{0, 1}, {0, 3}, {1, 2}, {3, 0}}));
  EXPECT_THAT(link_column(collection, "hits-authority"),
              ElementsAre(near(expected.authority[0]), near(expected.authority[1]),
                          near(expected.authority[2])));
  EXPECT_THAT(link_column(collection, "hits-hub"),
              ElementsAre(near(expected.hub[0]), near(expected.hub[1]), near(expected.hub[2])));
}

TEST(LinkColumns, LendScoresOfPagesBelow) {
  std::vector<SmallCollection::Page> web = linked_pages;
  web[1].url = "http://h/d/";
  web[2].url = "http://h/d/b";
  web[4].url = "http://h/d/f2";
  const SmallCollection collection(web, "q");
  // a has two children: b with the score idf, f2 with none.
  EXPECT_THAT(link_column(collection, "sitemap-score"),
              ElementsAre(near((1.9 * 1.5 + .1 * .5) * idf), near(1.9 * idf), near(1.9 * idf)));
  EXPECT_EQ(link_column(collection, "child-pages")[0], 2.0);
  EXPECT_EQ(link_column(collection, "url-slashes")[1], 2.0);
}

TEST(LinkColumns, AreNullWithoutLinksAndForOtherNames) {
  std::vector<SmallCollection::Page> bare = linked_pages;
  for (SmallCollection::Page& page : bare) page.link.clear();
  EXPECT_THAT(link_column(SmallCollection(bare, "q"), "pagerank"), Each(IsNan()));
  EXPECT_THAT(link_column(SmallCollection(bare, "q"), "link-score-in"), Each(IsNan()));
  EXPECT_THAT(link_column(SmallCollection(linked_pages, "q"), "sitemap-score"), Each(IsNan()));
  EXPECT_THAT(link_column(SmallCollection(linked_pages, "q"), "something"), Each(IsNan()));
}

}  // namespace
}  // namespace podium::text
