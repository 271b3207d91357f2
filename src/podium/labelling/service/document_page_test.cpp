#include "podium/labelling/service/document_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/marked_text.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string marked(std::string_view text, std::string_view query) {
  std::string out;
  append_marked(out, text, MarkedTerms(query));
  return out;
}

// --- marks ---

TEST(MarkedText, MarksWholeWordsInAnyCase) {
  EXPECT_EQ(marked("The Jaguar, jaguarundi", "jaguar speed"),
            "The <mark>Jaguar</mark>, jaguarundi");
  EXPECT_EQ(marked("cars and a car", "car"), "<mark>cars</mark> and a <mark>car</mark>");
  EXPECT_EQ(marked("one car", "cars"), "one <mark>car</mark>");
  EXPECT_EQ(marked("caf\u00e9 \u00fcber", "caf\u00e9"), "<mark>caf\u00e9</mark> \u00fcber");
}

TEST(MarkedText, LeavesFunctionWordsAndSingleLettersAlone) {
  EXPECT_EQ(marked("the speed of a car", "the speed of a"), "the <mark>speed</mark> of a car");
}

TEST(MarkedText, EscapesPlainText) {
  EXPECT_EQ(marked("<b>\"x\" & 'y'</b>", "b"),
            "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;");
}

// --- the page ---

TEST(DocumentPage, ShowsTheTextAndLeavesTitleAndAddressToTheCard) {
  const LabelDocument document{.id = "d1",
                               .title = "Big cats & co",
                               .url = "http://x/?a=1&b",
                               .body = "The jaguar <runs>\nfast"};
  const std::string page = document_page(document, "jaguar");
  EXPECT_THAT(page, HasSubstr("<title>Big cats &amp; co</title>"));
  const std::string shown = page.substr(page.find("<body>"));
  EXPECT_THAT(shown, Not(HasSubstr("Big cats")));
  EXPECT_THAT(shown, Not(HasSubstr("http://x")));
  EXPECT_THAT(page, HasSubstr("The <mark>jaguar</mark> &lt;runs&gt;\nfast"));
}

TEST(DocumentPage, IsNamedByTheIdWhenThereIsNoTitle) {
  EXPECT_THAT(document_page({.id = "d<1>"}, "q"), HasSubstr("<title>d&lt;1&gt;</title>"));
}

TEST(DocumentPage, MarksTextOfHtmlButNotItsAttributes) {
  const LabelDocument document{.id = "d", .body = "<p id=amp>AT&amp;T amp</p>", .is_html = true};
  EXPECT_THAT(document_page(document, "amp"),
              HasSubstr("<p id=\"amp\">AT&amp;T <mark>amp</mark></p>"));
}

TEST(DocumentPage, SanitisesHtml) {
  const LabelDocument document{
      .id = "d", .body = "<p>fish</p><script>steal()</script>", .is_html = true};
  const std::string page = document_page(document, "fish");
  EXPECT_THAT(page, HasSubstr("<p><mark>fish</mark></p>"));
  EXPECT_THAT(page, Not(HasSubstr("steal")));
}

}  // namespace
}  // namespace podium::labelling
