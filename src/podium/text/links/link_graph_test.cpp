#include "podium/text/links/link_graph.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/links/link_graph_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LinkGraph, HasSortedRowsInBothDirections) {
  const LinkGraph graph(4, {{3, 2}, {0, 2}, {2, 0}, {0, 1}, {1, 2}});
  EXPECT_EQ(graph.page_count(), 4U);
  EXPECT_EQ(graph.link_count(), 5U);
  EXPECT_THAT(graph.out(0), ElementsAre(1, 2));
  EXPECT_THAT(graph.in(2), ElementsAre(0, 1, 3));
  EXPECT_THAT(graph.in(3), IsEmpty());
}

TEST(LinkGraph, CountsALinkOnceAndNoneOfAPageToItself) {
  const LinkGraph graph(2, {{0, 1}, {0, 1}, {1, 1}});
  EXPECT_EQ(graph.link_count(), 1U);
  EXPECT_THAT(graph.in(1), ElementsAre(0));
}

TEST(LinkGraph, AgreesWithASetOfLinks) {
  constexpr std::size_t pages = 20'000;  // rows are sorted by several threads
  RandomStream random(1, "q", "links");
  std::vector<Link> links;
  std::set<Link> expected;
  for (std::size_t i = 0; i < 5 * pages; ++i) {
    const auto from = static_cast<PageIndex>(random.below(pages));
    const auto to = static_cast<PageIndex>(i % 3 == 0 ? random.below(pages) : from / 2 + i % 2);
    links.push_back({from, to});
    if (from != to) expected.insert({from, to});
  }
  const LinkGraph graph(pages, links);
  std::vector<Link> out;
  std::set<Link> in;
  for (PageIndex page = 0; page < pages; ++page) {
    for (const PageIndex to : graph.out(page)) out.push_back({page, to});
    for (const PageIndex from : graph.in(page)) in.insert({from, page});
    EXPECT_TRUE(std::ranges::is_sorted(graph.in(page)));
  }
  EXPECT_TRUE(std::ranges::equal(out, expected));
  EXPECT_EQ(in, expected);
}

TEST(LinkGraph, MayBeEmpty) {
  EXPECT_EQ(LinkGraph().page_count(), 0U);
  EXPECT_THAT(LinkGraph(2, {}).out(1), IsEmpty());
}

TEST(LinkGraph, RefusesLinksOfPagesThatItDoesNotHave) {
  EXPECT_THROW(LinkGraph(2, {{0, 2}}), ContractError);
}

TEST(LinkGraph, SubgraphHasTheLinksAmongItsPagesInTheirOrder) {
  const LinkGraph part = subgraph(example_graph(), std::vector<PageIndex>{2, 0, 3});
  EXPECT_EQ(part.link_count(), 3U);
  EXPECT_THAT(part.out(0), ElementsAre(1));
  EXPECT_THAT(part.out(1), ElementsAre(0));
  EXPECT_THAT(part.out(2), ElementsAre(0));
}

TEST(LinkGraph, SubgraphAgreesWithASearchOfAllPairs) {
  RandomStream random(1, "q", "subgraph");
  const LinkGraph graph = random_graph(30, 200, random);
  std::vector<PageIndex> pages;
  for (PageIndex page = 0; page < 30; page += 2) pages.push_back(29 - page);
  const LinkGraph part = subgraph(graph, pages);
  std::set<std::pair<PageIndex, PageIndex>> expected;
  std::set<std::pair<PageIndex, PageIndex>> found;
  for (PageIndex i = 0; i < pages.size(); ++i) {
    for (const PageIndex to : part.out(i)) found.emplace(i, to);
    for (PageIndex j = 0; j < pages.size(); ++j) {
      for (const PageIndex to : graph.out(pages[i])) {
        if (to == pages[j]) expected.emplace(i, j);
      }
    }
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace podium::text
