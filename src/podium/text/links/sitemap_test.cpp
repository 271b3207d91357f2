#include "podium/text/links/sitemap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string>& pages() {
  static const std::vector<std::string> urls = {
      "http://a.org/index.html",      // 0
      "http://a.org/x/y/page.html",   // 1: /x/y/ and /x/ are no pages
      "http://a.org/z",               // 2
      "http://a.org/z/w.html",        // 3: below page 2, whose URL has no slash
      "http://b.org/x/",              // 4: another host
      "http://a.org/z/w.html?q=/1/",  // 5
  };
  return urls;
}

TEST(Sitemap, FindsTheLongestPrefixOnTheSameHost) {
  const Sitemap sitemap{UrlIndex(pages())};
  EXPECT_EQ(sitemap.parent(0), Sitemap::none);
  EXPECT_EQ(sitemap.parent(1), 0U);
  EXPECT_EQ(sitemap.parent(2), 0U);
  EXPECT_EQ(sitemap.parent(3), 2U);
  EXPECT_EQ(sitemap.parent(4), Sitemap::none);
  EXPECT_EQ(sitemap.parent(5), 2U);
  EXPECT_THAT(sitemap.children(0), ElementsAre(1, 2));
  EXPECT_THAT(sitemap.children(2), ElementsAre(3, 5));
  EXPECT_THAT(sitemap.children(4), IsEmpty());
}

TEST(Sitemap, TakesTheFirstOfPagesWithOneUrl) {
  const std::vector<std::string> urls = {"http://a/x/", "http://a/x/index.html", "http://a/x/p"};
  const Sitemap sitemap{UrlIndex(urls)};
  EXPECT_EQ(sitemap.parent(2), 0U);
  EXPECT_EQ(sitemap.parent(1), Sitemap::none);
}

TEST(Sitemap, IsReadFromParents) {
  const Sitemap sitemap = Sitemap::from_parents({2, Sitemap::none, 1});
  EXPECT_THAT(sitemap.children(1), ElementsAre(2));
  EXPECT_THROW(Sitemap::from_parents({1, 0}), UsageError);
  EXPECT_THROW(Sitemap::from_parents({0}), UsageError);
  EXPECT_THROW(Sitemap::from_parents({7}), ContractError);
}

TEST(Sitemap, CountsChildrenByTheDirectParentOnly) {
  EXPECT_THAT(child_counts(UrlIndex(pages())),
              ElementsAre(1, 0, 0, 0, 0, 0));  // only /z lies right below /
  const std::vector<std::string> urls = {"http://a/x/", "http://a/x/p", "http://a/x/q/",
                                         "http://a/x/q/r"};
  EXPECT_THAT(child_counts(UrlIndex(urls)), ElementsAre(2, 0, 1, 0));
}

}  // namespace
}  // namespace podium::text
