#include "podium/cli/html_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(HtmlEscaped, ReplacesWhatMeansSomething) {
  EXPECT_EQ(html_escaped("<a href=\"x\">'&amp;'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(html_escaped("länge 10"), "länge 10");
}

TEST(HtmlPage, EscapesAllTexts) {
  HtmlPage page("<1>");
  page.add_heading("<2>");
  page.add_paragraph("<3>");
  page.add_table({.columns = {"<4>"}, .rows = {{"<5>"}}});
  const std::string text = page.text();
  for (const char* number : {"1", "2", "3", "4", "5"}) {
    EXPECT_THAT(text, HasSubstr("&lt;" + std::string(number) + "&gt;"));
    EXPECT_THAT(text, Not(HasSubstr("<" + std::string(number) + ">")));
  }
}

TEST(HtmlPage, IsCompleteByItself) {
  HtmlPage page("a model");
  page.add_figure("<svg></svg>\n");
  const std::string text = page.text();
  EXPECT_THAT(text, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(text, HasSubstr("<meta charset=\"utf-8\">"));
  EXPECT_THAT(text, HasSubstr("width=device-width"));
  EXPECT_THAT(text, HasSubstr("@media (prefers-color-scheme: dark)"));
  EXPECT_THAT(text, HasSubstr("<figure>\n<svg></svg>\n</figure>"));
  for (const char* other : {"<script", "<link", "src=", "href=", "url(", "http"}) {
    EXPECT_THAT(text, Not(HasSubstr(other)));
  }
}

TEST(HtmlPage, SetsNumbersToTheRightAndStrongCellsInBold) {
  HtmlPage page("a model");
  Cell best = 0.5;
  best.strong = true;
  page.add_table({.columns = {"name", "ndcg"}, .rows = {{"a", 0.25}, {"b", best}}});
  EXPECT_THAT(page.text(), HasSubstr("<th scope=\"col\">name</th>"
                                     "<th scope=\"col\" class=\"number\">ndcg</th>"));
  EXPECT_THAT(page.text(), HasSubstr("<tr><td>a</td><td class=\"number\">0.2500</td></tr>"));
  EXPECT_THAT(page.text(), HasSubstr("<td class=\"number\"><strong>0.5000</strong></td>"));
}

}  // namespace
}  // namespace podium
