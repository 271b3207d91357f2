#include "podium/text/markup/title_search.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/text/markup/encoding.hpp"
#include "podium/text/markup/html_text.hpp"

namespace podium::text {
namespace {

std::string title_of(std::string_view html) {
  return html_text(html, "http://www.agency.test/dir/page.html").extracted_title;
}

constexpr std::string_view paragraph =
    "<p>The agency was founded in 1953 and has offices in every state. Its inspectors visit farms, "
    "mills and markets, and publish what they find four times a year, so that everybody can see "
    "it.</p>";

// --- pages as they are found, with rubbish around the title ---

TEST(TitleSearch, FindsTheTitleOfAPageMadeOfTables) {
  EXPECT_EQ(title_of(R"(<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>Untitled Document</TITLE></HEAD><BODY BGCOLOR=#ffffff>
<TABLE WIDTH=100% BORDER=0><TR><TD COLSPAN=2><IMG SRC="logo.gif" ALT="Agency logo"></TD></TR>
<TR><TD WIDTH=120><FONT SIZE=2><A HREF="/">Home</A><BR><A HREF="/news">News</A><BR>
<A HREF="/jobs">Jobs</A><BR><A HREF="/map">Site map</A></FONT></TD>
<TD><P ALIGN=center><FONT SIZE="+2" COLOR=navy><B>Inspection of Grain<BR>
in the Western States</B></FONT><P ALIGN=center><FONT SIZE=2>March 12, 2002</FONT>
)" + std::string(paragraph) +
                     "<H3>Who may ask for an inspection</H3>" + std::string(paragraph) +
                     "</TD></TR></TABLE></BODY></HTML>"),
            "Inspection of Grain in the Western States");
}

TEST(TitleSearch, PrefersTheTitleOfThePageToTheMastheadOfTheSite) {
  EXPECT_EQ(title_of(R"(<html><head><title>Agency | Home</title></head><body class="page menu-open">
<div id="masthead"><h1><a href="/">The Agency</a></h1><p class="tagline">Since 1953</p></div>
<div class="main-nav"><h2>Menu</h2><ul><li><a href=a>About</a><li><a href=b>Contact us</a></ul></div>
<main><h2 class="entry-title">Annual report of the laboratories</h2>
<p>By the editors</p>)" +
                     std::string(paragraph) +
                     R"(<h2>Results</h2></main><footer><h2>Contact</h2></footer></body></html>)"),
            "Annual report of the laboratories");
}

TEST(TitleSearch, TakesStylesOfSpansAndLayers) {
  EXPECT_EQ(title_of(R"(<body><form name="aspnetForm"><div style="font-size:11px">12/03/2004 | 14:05
</div><div><span style="FONT-SIZE: 18pt !important; font-weight: 700">Fees for licences</span></div>
<div><span style="font-size: 10pt">Effective from July</span></div></form></body>)"),
            "Fees for licences");
  EXPECT_EQ(title_of("<div>a<div style='font-size:150%'>b</div><div style='font-size:2em'>c</div>"
                     "<div style='font-size:x-large'>d</div>"),
            "c");
  EXPECT_EQ(title_of("<h1 style='display: none'>hidden</h1><div class=headline>seen</div>"),
            "seen");
}

TEST(TitleSearch, JoinsLinesOfOneStyleOnly) {
  EXPECT_EQ(title_of("<center><b>Department of<br>  Agriculture</b><br>Office 12</center>"),
            "Department of Agriculture");
  EXPECT_EQ(title_of("<h1>Report<br><small>draft of June</small></h1>"), "Report");
  EXPECT_EQ(title_of("one<br>two<br>three"), "one");
  EXPECT_EQ(title_of("<h2>One<br></h2><h2>Two</h2>"), "One");
}

TEST(TitleSearch, GoesByMostOfABlockAndNotByItsFirstWord) {
  EXPECT_EQ(title_of("<p><b>Note:</b> the office is closed on Friday<p><b>Opening hours</b>"),
            "Opening hours");
}

TEST(TitleSearch, IsNotMisledByMenusHoweverLong) {
  std::string menu;
  for (int i = 0; i < 60; ++i) menu += "<tr><td><b><a href=x>Entry of a menu</a></b>";
  EXPECT_EQ(title_of("<table>" + menu + "</table><h2>Title</h2>"), "Title");
  EXPECT_EQ(title_of("<b>Contents</b><p>The title<p>more"), "The title");
  EXPECT_EQ(title_of("<p>***<p>12.3.2004<p>A title"), "A title");
}

TEST(TitleSearch, TakesAPictureInAHeadingByItsAlternativeText) {
  EXPECT_EQ(title_of("<img alt=logo><h1><img src=t.gif alt='Forests and fires'></h1><p>text"),
            "Forests and fires");
}

TEST(TitleSearch, PrefersWhatComesBeforeTheText) {
  EXPECT_EQ(title_of("<p align=center><b><font size=4>The title</font></b></p>" +
                     std::string(paragraph) + "<h3>Section</h3>"),
            "The title");
}

TEST(TitleSearch, FindsNoTitleWhereThereIsNone) {
  EXPECT_EQ(title_of(paragraph), "");
  EXPECT_EQ(title_of("<p>* * *<hr>1 2 3"), "");
  EXPECT_EQ(title_of("<title>t</title><nav>Go to the start</nav>"), "");
}

TEST(TitleSearch, KnowsLettersOfOtherScripts) {
  EXPECT_EQ(title_of("<meta charset=utf-8><p>--<h1>\xd0\x97\xd0\xb5\xd1\x80\xd0\xbd\xd0\xbe</h1>"),
            "\xd0\x97\xd0\xb5\xd1\x80\xd0\xbd\xd0\xbe");
}

// --- rubbish ---

RC_GTEST_PROP(TitleSearch, GivesPartOfTheTextOfAnyPage, ()) {
  const std::string html = mutated(
      "<meta charset=utf-8><div id='nav'><a href=x>menu</a></div><h1 class='page-title'>T"
      "<br>u</h1><font size='+2'>f</font><p style='font-size:150%;display:block'>p<b>q</b>");
  const HtmlText page = html_text(html, "http://a.test/");
  RC_ASSERT(decoded(page.extracted_title).bad_bytes == 0U);
  RC_ASSERT(page.extracted_title.find('\n') == std::string::npos);
  RC_ASSERT(page.extracted_title.size() <= html.size() * 3);
}

}  // namespace
}  // namespace podium::text
