#include "podium/labelling/service/document_page.hpp"

#include "podium/labelling/service/marked_text.hpp"
#include "podium/text/markup/html_escape.hpp"
#include "podium/text/markup/sanitised_html.hpp"

namespace podium::labelling {

namespace {

constexpr std::string_view page_begin =
    "<!doctype html>\n<html><head><meta charset=\"utf-8\"><style>"
    "body{font:16px/1.5 system-ui,sans-serif;margin:1rem;overflow-wrap:anywhere;"
    "color:#1a1a1a;background:#fff}"
    "mark{background:#ffe58a;color:inherit}"
    ".podium-plain{white-space:pre-wrap}"
    "</style><title>";

}  // namespace

std::string document_page(const LabelDocument& document, std::string_view query_text) {
  const MarkedTerms terms(query_text);
  std::string page(page_begin);
  text::append_escaped(page, document.title.empty() ? document.id : document.title);
  page += document.is_html ? "</title></head><body><div>"
                           : "</title></head><body><div class=\"podium-plain\">";
  if (document.is_html) {
    page += text::sanitised_html(document.body, [&](std::string& out, std::string_view text) {
      append_marked(out, text, terms);
    });
  } else {
    append_marked(page, document.body, terms);
  }
  page += "</div></body></html>\n";
  return page;
}

}  // namespace podium::labelling
