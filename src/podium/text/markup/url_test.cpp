#include "podium/text/markup/url.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace podium::text {
namespace {

TEST(Url, IsTakenApart) {
  const UrlParts parts = url_parts("HTTP://Host:8080/a/b?x=1#part");
  EXPECT_EQ(parts.scheme, "HTTP");
  EXPECT_EQ(parts.authority, "Host:8080");
  EXPECT_EQ(parts.path, "/a/b");
  EXPECT_EQ(parts.query, "x=1");
}

TEST(Url, HasACanonicalForm) {
  EXPECT_EQ(canonical_url("HTTP://WWW.Example.org"), "http://www.example.org/");
  EXPECT_EQ(canonical_url("http://a.org:80/x/../y/./z#top"), "http://a.org/y/z");
  EXPECT_EQ(canonical_url("https://a.org:443/"), "https://a.org/");
  EXPECT_EQ(canonical_url("http://a.org:81/"), "http://a.org:81/");
  EXPECT_EQ(canonical_url("http://a.org/b/index.html"), "http://a.org/b/");
  EXPECT_EQ(canonical_url("http://a.org/b/Default.ASP"), "http://a.org/b/");
  EXPECT_EQ(canonical_url("http://a.org/b/index.php?id=3"), "http://a.org/b/index.php?id=3");
  EXPECT_EQ(canonical_url("http://a.org/b/indexes.html"), "http://a.org/b/indexes.html");
  EXPECT_EQ(canonical_url("http://a.org/../../b"), "http://a.org/b");
  EXPECT_EQ(canonical_url("http://a.org/x y\xc3\xa9%2fz"), "http://a.org/x%20y%C3%A9%2Fz");
  EXPECT_EQ(canonical_url("http://a.org/100%"), "http://a.org/100%");
  EXPECT_EQ(canonical_url(""), "");
}

TEST(Url, HasWhatAPathMayNotAsEscapes) {
  EXPECT_EQ(encoded_path("a b/c?d#e%20.html"), "a%20b/c%3Fd%23e%2520.html");
}

TEST(Url, IsResolvedAgainstItsPage) {  // from the examples of RFC 3986, 5.4, fragments apart
  const std::string base = "http://a/b/c/d;p?q";
  EXPECT_EQ(resolved_url(base, "g"), "http://a/b/c/g");
  EXPECT_EQ(resolved_url(base, "./g"), "http://a/b/c/g");
  EXPECT_EQ(resolved_url(base, "g/"), "http://a/b/c/g/");
  EXPECT_EQ(resolved_url(base, "/g"), "http://a/g");
  EXPECT_EQ(resolved_url(base, "//g"), "http://g");
  EXPECT_EQ(resolved_url(base, "?y"), "http://a/b/c/d;p?y");
  EXPECT_EQ(resolved_url(base, "g?y#s"), "http://a/b/c/g?y");
  EXPECT_EQ(resolved_url(base, ";x"), "http://a/b/c/;x");
  EXPECT_EQ(resolved_url(base, "."), "http://a/b/c/");
  EXPECT_EQ(resolved_url(base, ".."), "http://a/b/");
  EXPECT_EQ(resolved_url(base, "../../../g"), "http://a/g");
  EXPECT_EQ(resolved_url(base, "g/../h"), "http://a/b/c/h");
  EXPECT_EQ(resolved_url(base, "https://x/y"), "https://x/y");
}

TEST(Url, OfNoPageIsEmpty) {
  EXPECT_EQ(resolved_url("http://a/b", "mailto:x@y"), "");
  EXPECT_EQ(resolved_url("http://a/b", "javascript:go()"), "");
  EXPECT_EQ(resolved_url("http://a/b", "#part"), "");
  EXPECT_EQ(resolved_url("http://a/b", ""), "");
}

TEST(Url, KnowsItsHost) {
  EXPECT_EQ(url_host("http://user@WWW.a.org:80/x"), "www.a.org");
  EXPECT_EQ(url_host("http://a.org:8080"), "a.org:8080");
  EXPECT_EQ(url_host("/only/a/path"), "");
}

TEST(Url, CountsSlashesAndCharacters) {
  EXPECT_EQ(url_slashes("http://a.org/b/c.html"), 2U);
  EXPECT_EQ(url_slashes("a.org/b/"), 2U);
  EXPECT_EQ(url_length("http://a.org/"), 13U);
  EXPECT_EQ(url_length("http://a.org/\xc3\xa4"), 14U);
}

TEST(Url, IsCutBehindTheSlashBeforeItsFinalSegment) {
  EXPECT_EQ(parent_url("http://a.org/b/c.html"), "http://a.org/b/");
  EXPECT_EQ(parent_url("http://a.org/b/"), "http://a.org/");
  EXPECT_EQ(parent_url("http://a.org/b/c?d=/e/f"), "http://a.org/b/");
  EXPECT_EQ(parent_url("http://a.org/"), "");
}

RC_GTEST_PROP(Url, CanonicalFormsStayAsTheyAre, (const std::string& text)) {
  const std::string once = canonical_url("http://h/" + text);
  RC_ASSERT(canonical_url(once) == once);
  RC_ASSERT(canonical_url(text).size() <= 3 * text.size() + 1);
  RC_ASSERT(resolved_url(once, text).size() <= once.size() + text.size() + 8);
}

}  // namespace
}  // namespace podium::text
