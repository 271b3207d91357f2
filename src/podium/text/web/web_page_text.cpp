#include "podium/text/web/web_page_text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

constexpr std::size_t menu_links = 3;
constexpr std::size_t examples_of_topic = 20;

constexpr std::array<std::string_view, 12> topic_names = {
    "Arts",       "Business",  "Computers", "Games",    "Health",  "Home",
    "Recreation", "Reference", "Science",   "Shopping", "Society", "Sports"};

/// The tags around the parts of a page: head, menu, heading, body, the other links.
struct Layout {
  std::string_view before_menu;
  std::string_view after_menu;  ///< and before the heading
  std::string_view heading_break = " ";
  std::string_view after_heading;  ///< and before the body
  std::string_view after_body;
  std::string_view end;
};

constexpr std::array layouts = {
    Layout{.before_menu = "<body><header class='masthead'><h1>Site</h1></header><nav>",
           .after_menu = "</nav><main><h2>",
           .after_heading = "</h2><p>",
           .after_body = "</p><h3>Links</h3><ul>",
           .end = "</ul></main><footer><b>Contact</b></footer></body></html>"},
    Layout{.before_menu = "<body><table><tr><td><font size=2>",
           .after_menu = "</font></td><td><p>12/3/2004<p align=center><font size=5><b>",
           .after_heading = "</b></font><p>",
           .after_body = "</td></tr></table>",
           .end = "</body></html>"},
    Layout{.before_menu = "<body><div class=menu>",
           .after_menu = "</div><center><b>",
           .heading_break = "<br>",
           .after_heading = "</b><br>Office 12</center><hr><p>",
           .after_body = "<p><b>Links</b><br>",
           .end = "</body></html>"},
    Layout{.before_menu = "<body><form><div id=nav>",
           .after_menu = "</div><div style='font-size: 18pt; color: navy'><span>",
           .after_heading = "</span></div><div style='font-size: 11px'>",
           .after_body = "</div><div>",
           .end = "</div></form></body></html>"},
    Layout{.before_menu = "<BODY BGCOLOR=white><TABLE><TR><TD>",
           .after_menu = "<TR><TD><FONT SIZE=+3>",
           .heading_break = "<BR>",
           .after_heading = "</FONT><P>",
           .after_body = "<P>",
           .end = ""},
    Layout{.before_menu = "<body><p><img src=logo.gif alt=Logo>",
           .after_menu = "</p><h1><img src=title.gif alt='",
           .after_heading = "'></h1><p>",
           .after_body = "</p>",
           .end = "</body></html>"},
};

void append_links(const WebCorpus& web, std::span<const WebPage::Anchor> anchors, std::string& to) {
  for (const WebPage::Anchor& anchor : anchors) {
    to.append("<a href='").append(web.url(anchor.to)).append("'>");
    append_words(web, anchor.text, to);
    to += "</a><br>";
  }
}

/// The heading in two lines if the layout breaks it.
void append_heading(const WebCorpus& web, std::span<const WordIndex> words, const Layout& layout,
                    std::string& to) {
  const std::size_t half = words.size() / 2;
  append_words(web, words.first(half), to);
  to += layout.heading_break;
  append_words(web, words.subspan(half), to);
}

}  // namespace

void append_html(const WebCorpus& web, PageIndex page, const WebPage& content, std::string& to) {
  const Layout& layout = layouts[web.site(page) % layouts.size()];
  const std::span<const WebPage::Anchor> anchors(content.anchor);
  const std::size_t in_menu = std::min(menu_links, anchors.size());
  to += "<html><head><meta charset=utf-8><title>";
  append_words(web, content.title, to);
  to.append("</title></head>").append(layout.before_menu);
  append_links(web, anchors.first(in_menu), to);
  to += layout.after_menu;
  append_heading(web, content.heading, layout, to);
  to += layout.after_heading;
  append_words(web, content.body, to);
  to += layout.after_body;
  append_links(web, anchors.subspan(in_menu), to);
  to += layout.end;
}

void append_json_line(const WebCorpus& web, PageIndex page, const WebPage& content,
                      std::string& to) {
  to.append("{\"docid\":\"").append(web.id(page)).append("\",\"url\":\"").append(web.url(page));
  if (web.options().html) {
    to += "\",\"html\":\"";
    append_html(web, page, content, to);
    to += "\"}\n";
    return;
  }
  to += "\",\"title\":\"";
  append_words(web, content.title, to);
  to += "\",\"extracted_title\":\"";
  append_words(web, content.heading, to);
  to += "\",\"text\":\"";
  append_words(web, content.body, to);
  to += "\",\"links\":[";
  for (const WebPage::Anchor& anchor : content.anchor) {
    to.append("{\"url\":\"").append(web.url(anchor.to)).append("\",\"text\":\"");
    append_words(web, anchor.text, to);
    to += "\"},";
  }
  if (!content.anchor.empty()) to.pop_back();
  to += "]}\n";
}

std::string web_directory(const WebCorpus& web) {
  std::string text;
  for (std::size_t topic = 0; topic < web.options().topics; ++topic) {
    for (std::size_t i = 0; i < examples_of_topic; ++i) {
      text += topic < topic_names.size() ? std::string(topic_names[topic])
                                         : "Topic " + to_text(topic + 1);
      text += '\t';
      append_words(web, web.example(topic, i), text);
      text += '\n';
    }
  }
  return text;
}

}  // namespace podium::text
