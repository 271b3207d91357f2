#include "podium/text/markup/html_text.hpp"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/text/markup/encoding.hpp"
#include "podium/text/markup/html_scan.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* url = "http://a.org/dir/page.html";

HtmlText page(std::string_view html) {
  return html_text(html, url);
}

TEST(HtmlText, HasTitleTextAndAnchors) {
  const HtmlText text = page(
      "<html><head><title> The\n title </title><script>var x = '<p>no</p>';</script></head><body>"
      "<h1>Head</h1><p>One &amp; two<b>three</b> <a href='../x.html#y'>an <i>anchor</i></a></p>"
      "<style>p {}</style><p>end</body></html>");
  EXPECT_EQ(text.title, "The title");
  EXPECT_EQ(text.text, "Head\nOne & twothree an anchor\nend");
  EXPECT_THAT(text.anchor, ElementsAre(HtmlAnchor{"http://a.org/x.html", "an anchor"}));
  EXPECT_FALSE(text.is_broken);
}

TEST(HtmlText, ResolvesAnchorsAgainstABaseElement) {
  const HtmlText text = page(
      "<base href='http://b.org/z/'><base href='http://c.org/'>"
      "<a href=q>1</a><a href='mailto:x@y'>2</a><a>3</a><a href='//d.org'>4</a>");
  EXPECT_THAT(text.anchor,
              ElementsAre(HtmlAnchor{"http://b.org/z/q", "1"}, HtmlAnchor{"http://d.org", "4"}));
}

TEST(HtmlText, FollowsTheEncodingOfThePageAndOfTheServerFirst) {
  EXPECT_EQ(page("<meta charset=iso-8859-1>gr\xfc\xdf").text, "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(html_text("<meta charset=iso-8859-1>\xc3\xbc", url, {}, "utf-8").text, "\xc3\xbc");
  EXPECT_EQ(page("\xff").bad_bytes, 1U);
}

TEST(HtmlText, TakesAPageThatCallsItselfUtf16ForUtf8UnlessTheServerOrAMarkSaysSo) {
  EXPECT_EQ(page("<meta charset=\"UTF-16LE\">gr\xc3\xbc").text, "gr\xc3\xbc");
  EXPECT_EQ(page(std::string("\xff\xfeg\0r\0", 6)).text, "gr");
  EXPECT_EQ(html_text(std::string("g\0r\0", 4), url, {}, "utf-16le").text, "gr");
}

TEST(HtmlText, ReplacesReferencesOfPlainText) {
  const auto text = [](const char* html) { return stripped(html).text; };
  EXPECT_EQ(text("caf&eacute; caf&#233; caf&#xE9; &Omega;"),
            "caf\xc3\xa9 caf\xc3\xa9 caf\xc3\xa9 \xce\xa9");
  EXPECT_EQ(text("foo&hyph;bar&blank;baz"), "foo bar baz");
  EXPECT_EQ(text("a&nbsp; b &#151; c&#0;d&#xD800;e&#99999999999;f"), "a b \xe2\x80\x94 c d e f");
  EXPECT_EQ(text("AT&T &; &#; a&b;c & &amp;lt; &eacute"), "AT&T &; &#; a c & &lt; &eacute");
}

TEST(HtmlText, ExtractsWhatLooksMostLikeATitle) {
  EXPECT_EQ(page("<p>menu<h3>small</h3><h1>The head</h1><h1>another</h1>").extracted_title,
            "The head");
  EXPECT_EQ(page("<p>menu<p><font size=6><b>Big</b></font><p>rest").extracted_title, "Big");
  EXPECT_EQ(page("<p>menu<p align=center><b>mid dle</b>").extracted_title, "mid dle");
  EXPECT_EQ(page("<p>menu<p style='font-size: 40px; color: red'>large").extracted_title, "large");
  EXPECT_EQ(page("<p>first<p>second").extracted_title, "first");
  EXPECT_EQ(page("<title>only</title>").extracted_title, "");
}

TEST(HtmlText, TakesNoLongOrLateBlockForATitle) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  EXPECT_EQ(page("<h2>" + words + "</h2><h3>short</h3>").extracted_title, "short");
  std::string blocks;
  for (int i = 0; i < 20; ++i) blocks += "<p>x";
  EXPECT_EQ(page(blocks + "<h1>late</h1>").extracted_title, "x");
}

// --- hostile pages ---

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(HtmlText, OfAbsurdNestingIsTakenByTheStripper) {
  const HtmlText text = page(repeated("<div>", 300'000) + "deep<title>t</title>");
  EXPECT_TRUE(text.is_broken);
  EXPECT_EQ(text.text, "deep");
  EXPECT_EQ(text.title, "t");
}

TEST(HtmlText, OfTooManyBytesIsTakenByTheStripper) {
  const HtmlText text = html_text("<p>a</p><p>b &lt;</p>", url, {.max_bytes = 10});
  EXPECT_TRUE(text.is_broken);
  EXPECT_EQ(text.text, "a b <");
}

TEST(HtmlText, EndsInBoundedTimeWhateverThePage) {
  std::string fonts;
  for (int i = 0; i < 400; ++i) fonts += "<font size=" + std::to_string(i) + ">";
  std::string attributes = "<p";
  for (int i = 0; i < 100'000; ++i) attributes += " a" + std::to_string(i);
  for (const std::string& html :
       {repeated("<", 1'000'000), repeated("<!", 500'000), repeated("</", 500'000),
        repeated("&", 500'000), repeated("<svg><style><g>", 50'000), repeated("<b><p>", 100'000),
        fonts + repeated("<p>x", 50'000), attributes, repeated("<a href=x><table>", 50'000),
        repeated("<select><title><select><div>", 10'000), "<!--" + repeated("<p>", 100'000),
        repeated("</p>", 200'000), repeated("&#x10FFFF;", 50'000),
        repeated("<a href='", 100'000)}) {
    const auto start = std::chrono::steady_clock::now();
    page(html);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), 10.0) << html.substr(0, 20);
  }
}

TEST(HtmlText, LeavesSloppyPagesToTheParser) {
  EXPECT_FALSE(page(repeated("<p>a<li>b<br><td>c<span>x", 20)).is_broken);
  EXPECT_FALSE(page(repeated("<div><span>x</div>", 5000)).is_broken);
  EXPECT_FALSE(page(repeated("<tr><td><font color=red>x", 100)).is_broken);
  EXPECT_FALSE(page(repeated("<table><tr><td>x</table>", 2000)).is_broken);
}

TEST(HtmlScan, SeesWhatATokeniserSees) {
  EXPECT_EQ(stripped("a<b c='>'>d</b>e<!-- f > --> g<!-- h --!><script>h < i</script >j").text,
            "a d e g j");
  EXPECT_EQ(stripped("1 < 2 <3 > 4").text, "1 < 2 <3 > 4");
  EXPECT_EQ(stripped("a<b").text, "a");
  EXPECT_EQ(stripped("<title>A &amp; B</title>c").title, "A & B");
}

RC_GTEST_PROP(HtmlText, OfAnyMutationIsReadAsUtf8, ()) {
  const std::string text = mutated(
      "<!doctype html><meta charset=utf-8><title>t &lt;</title><body><h1 style='font-size:20px'>h"
      "</h1><table><tr><td><a href=\"x.html?a&b\">l\xc3\xbc</a></table><select><option>o</select>"
      "<svg><title>s</title></svg><script>if (a < b) {}</script>&copy;");
  const HtmlText result = page(text);
  for (const std::string* part : {&result.title, &result.text, &result.extracted_title}) {
    RC_ASSERT(decoded(*part).bad_bytes == 0U);
  }
  RC_ASSERT(stripped(text).text.size() <= text.size());
}

TEST(HtmlText, NamesAllItsOptions) {
  EXPECT_TRUE(has_all_fields<HtmlOptions>());
  EXPECT_THAT(page("").anchor, IsEmpty());
}

}  // namespace
}  // namespace podium::text
