#include "podium/text/markup/sanitised_html.hpp"

#include <chrono>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/text/markup/gumbo_tree.hpp"
#include "podium/text/markup/html_escape.hpp"

namespace podium::text {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string sanitised(std::string_view html) {
  return sanitised_html(html, append_escaped);
}

struct Hostile {
  std::string_view html;
  std::string_view expected;
};

void expect_all(const std::vector<Hostile>& cases) {
  for (const Hostile& hostile : cases) {
    EXPECT_EQ(sanitised(hostile.html), hostile.expected) << hostile.html;
  }
}

TEST(SanitisedHtml, KeepsWhatStructuresText) {
  expect_all({
      {"<h1>a</h1><p>b<br>c<ul><li>d</ul>", "<h1>a</h1><p>b<br>c</p><ul><li>d</li></ul>"},
      {"<table><tr><td colspan=2>a<th scope=col>b</table>",
       "<table><tbody><tr><td colspan=\"2\">a</td><th scope=\"col\">b</th></tr></tbody></table>"},
      {"<P TITLE='x'>a", "<p title=\"x\">a</p>"},
      {"<ol start=3 onclick=x><li value=7>a</ol>", "<ol start=\"3\"><li value=\"7\">a</li></ol>"},
      {"<pre>a\n  b</pre>", "<pre>a\n  b</pre>"},
      {"<!doctype html><html><body><p>b", "<p>b</p>"},
  });
}

TEST(SanitisedHtml, DropsWhatRunsLoadsOrIsNotToBeRead) {
  expect_all({
      {"a<script>alert(1)</script>b", "ab"},
      {"a<SCRIPT src=x>x</ScRiPt >b", "ab"},
      {"a<script>never closed", "a"},
      {"a<scr<script>ipt>x", "aipt&gt;x"},
      {"a<iframe src=x>y</iframe>b", "ab"},
      {"<title>t</title>b", "b"},
      {"<base href=//evil>b", "b"},
      {"<meta http-equiv=refresh content='0;url=//evil'>b", "b"},
      {"<link rel=stylesheet href=x>b", "b"},
      {"<object data=x>b</object>", "b"},
      {"<embed src=x>b", "b"},
      {"<style>p{background:url(//evil)}</style>b", "b"},
      {"<p style='background:url(//evil)'>b", "<p>b</p>"},
      {"<form action=x><input value=y><button formaction=y onclick=z>b</button></form>", "b"},
      {"<textarea><script>x</script></textarea>b", "b"},
      {"<select><option>x</select>b", "b"},
      {"<video src=x>y</video><audio src=x></audio>b", "b"},
      {"<template><p>x</template>b", "b"},
      {"<noscript><p>b</noscript>", "<p>b</p>"},
      {"<noembed><script>x</script></noembed><noframes><b>x</b></noframes>b", "b"},
      {"<xmp><script>x</script></xmp>b", "&lt;script&gt;x&lt;/script&gt;b"},
      {"<plaintext><b>x", "&lt;b&gt;x"},
      {"a<!-- c > --><b>d</b>", "a<b>d</b>"},
      {"a<!-- no end", "a"},
      {"<blink>a<custom-tag x=y>b</blink>", "ab"},
      {"<p style='color:red; DISPLAY : none'>secret</p>b", "b"},
  });
}

TEST(SanitisedHtml, DropsDrawingsAndFormulas) {
  expect_all({
      {"<svg onload=x><script>y</script><a xlink:href=z>c</a></svg>b", "b"},
      {"<svg><style><script>x</script></style></svg>b", "b"},
      {"<svg><a xlink:href=x><set attributeName=href to=x></a></svg>b", "b"},
      {"<svg><foreignObject><p>x</p></foreignObject></svg>b", "b"},
      {"<math><mtext><table><mglyph><style><img src=x onerror=y></style></table></math>b", "b"},
      {"<math href=javascript:x>c</math>b", "b"},
  });
}

TEST(SanitisedHtml, DropsAttributesThatRunOrLeadAway) {
  expect_all({
      {"<a href=http://evil>b</a>", "<a>b</a>"},
      {"<a href=javascript:x>b</a>", "<a>b</a>"},
      {"<a href=' jAvAsCrIpT:x'>b</a>", "<a>b</a>"},
      {"<a href='java&#115;cript:x'>b</a>", "<a>b</a>"},
      {"<a href='java\tscript:x'>b</a>", "<a>b</a>"},
      {"<a href=data:text/html,x>b</a>", "<a>b</a>"},
      {"<a id=y HREF = 'http://evil' class=x>b</a>", "<a id=\"y\">b</a>"},
      {"<a href=\"#part\">b</a>", "<a href=\"#part\">b</a>"},
      {"<a href=#part target=_top ping=x>b</a>", "<a href=\"#part\">b</a>"},
      {"<a href=' #x'>b</a>", "<a>b</a>"},
      {"<a href>b</a>", "<a>b</a>"},
      {"<img src=data:image/svg+xml,x srcset=y onerror=z alt='a < b'>", "<img alt=\"a &lt; b\">"},
      {"<p onclick=x ONMOUSEOVER=y on=z>b", "<p>b</p>"},
      {"<blockquote cite=//evil>b</blockquote><q cite=x>c</q>",
       "<blockquote>b</blockquote><q>c</q>"},
      {"<table background=//evil><tr><td>b</table>",
       "<table><tbody><tr><td>b</td></tr></tbody></table>"},
      {"<p title='\"><script>x</script>'>b",
       "<p title=\"&quot;&gt;&lt;script&gt;x&lt;/script&gt;\">b</p>"},
      {"<p title=\"no end", ""},
  });
}

TEST(SanitisedHtml, ClosesWhatIsNestedWrongly) {
  expect_all({
      {"<b><i>a</b>c</i>", "<b><i>a</i></b><i>c</i>"},
      {"x</p>a</div></b>", "x<p></p>a"},
      {"<table><p>a<tr><td>b", "<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>"},
      {"<a>b<a>c", "<a>b</a><a>c</a>"},
      {"1 < 2 <3", "1 &lt; 2 &lt;3"},
      {"</ x>b", "b"},
  });
}

TEST(SanitisedHtml, ReadsReferencesOnceAndEscapesTheirCharacters) {
  expect_all({
      {"AT&amp;T &lt;b&gt; &#60;i&#62; &amp;lt; &eacute;",
       "AT&amp;T &lt;b&gt; &lt;i&gt; &amp;lt; \u00e9"},
      {"a & b &unknown; &#x110000;", "a &amp; b &amp;unknown; \uFFFD"},
      {"\xff<p>b", "\uFFFD<p>b</p>"},
  });
  EXPECT_EQ(sanitised(std::string("a\0b", 3)), "a\uFFFDb");
}

TEST(SanitisedHtml, HandsAllTextToTheCaller) {
  std::string seen;
  const std::string html = sanitised_html("<p id=x>one <b>two</b><script>no</script>",
                                          [&](std::string& out, std::string_view text) {
                                            seen += text;
                                            out += '.';
                                          });
  EXPECT_EQ(seen, "one two");
  EXPECT_EQ(html, "<p id=\"x\">.<b>.</b></p>");
}

TEST(SanitisedHtml, ReducesAPageThatIsNestedTooDeeplyToItsText) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  EXPECT_EQ(sanitised(deep + "a &lt; b<script>x</script>"), "a &lt; b");
  std::string within_reason;
  for (int i = 0; i < 400; ++i) within_reason += "<div>";
  EXPECT_THAT(sanitised(within_reason + "a"), HasSubstr("<div>a</div>"));
}

// --- properties ---

/// The first name in a tree that is not on the lists, or nothing.
std::string stranger_in(const GumboNode& root) {
  std::vector<const GumboNode*> open = {&root};
  while (!open.empty()) {
    const GumboNode& node = *open.back();
    open.pop_back();
    if (node.type == GUMBO_NODE_COMMENT) return "a comment";
    if (node.type != GUMBO_NODE_ELEMENT) continue;
    const GumboElement& element = node.v.element;
    const std::string name = gumbo_normalized_tagname(element.tag);
    const bool is_frame =
        name == "html" || name == "head" || name == "body";  // every tree has them
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return "a foreign " + name;
    if (!is_frame && !is_harmless_element(name)) return "element '" + name + "'";
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto& given = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
      if (!is_harmless_attribute(name, given.name, given.value)) return given.name;
    }
    for (unsigned i = 0; i < element.children.length; ++i) {
      open.push_back(static_cast<const GumboNode*>(element.children.data[i]));
    }
  }
  return "";
}

RC_GTEST_PROP(SanitisedHtml, NoMutationLetsAnythingElseThrough, ()) {
  const std::string html = mutated(
      "<p a=\"b\" title='<'>x<!-- c --><script>y</script><style>z<</style><iframe>w</iframe>"
      "<meta a='>'><b/c=d onload=e>e</b>&amp;&lt;script&gt;<object>f</object><svg><a href=x>"
      "<foreignObject><p>g</foreignObject></svg><math><mi>h</math><table><tr><a href=#i>j<td>k"
      "</table><noscript><p title=\"</noscript><img src=x onerror=y>\"></noscript><select><b>");
  const std::string clean = sanitised(html);
  const GumboTree tree(clean, parser_memory(clean));
  RC_ASSERT(tree.root() != nullptr);
  RC_ASSERT(stranger_in(*tree.root()) == "");
}

TEST(SanitisedHtml, TakesTimeInProportionToHostileText) {
  constexpr std::size_t size = 1'000'000;
  std::string half_tags;
  std::string comments;
  std::string closings = "<script>";
  std::string formatting;
  while (half_tags.size() < size) half_tags += "<a b=\"";
  while (comments.size() < size) comments += "<!--";
  while (closings.size() < size) closings += "</scrip";
  while (formatting.size() < size) formatting += "<b><p>x";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(sanitised(std::string(size, '<')).size(), 4 * size);
  sanitised(half_tags);
  EXPECT_EQ(sanitised(comments), "");
  EXPECT_EQ(sanitised(closings), "");
  EXPECT_THAT(sanitised(formatting), Not(HasSubstr("<p><p>")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

}  // namespace
}  // namespace podium::text
