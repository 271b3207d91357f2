#include "podium/cli/html_page.hpp"

#include <fmt/format.h>

#include "podium/base/version.hpp"

namespace podium {

namespace {

// Tables scroll by themselves where the screen is narrower than they are.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --back: #fff; --text: #1c2430; --soft: #5b6675; --line: #d8dde4;
  --more: #2f6fb3; --less: #b3532f; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14181e; --text: #e4e8ee; --soft: #9aa5b4; --line: #343c48;
    --more: #6aa7e8; --less: #e88f6a; }
}
body { margin: 0 auto; padding: 1rem; max-width: 52rem; background: var(--back);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
p, footer { color: var(--soft); }
footer { margin-top: 2rem; font-size: 0.85rem; }
figure { margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
tr { border-bottom: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
svg text { fill: var(--text); font-size: 14px; }
svg .value { text-anchor: end; font-variant-numeric: tabular-nums; }
svg .zero { stroke: var(--line); }
svg .more { fill: var(--more); }
svg .less { fill: var(--less); }
)";

std::string cell_html(const Cell& cell) {
  const std::string text = html_escaped(shown(cell));
  return fmt::format("<td{}>{}</td>", is_number(cell) ? " class=\"number\"" : "",
                     cell.strong ? "<strong>" + text + "</strong>" : text);
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

HtmlPage::HtmlPage(std::string_view title) : title_(html_escaped(title)) {}

void HtmlPage::add_heading(std::string_view text) {
  body_ += fmt::format("<h2>{}</h2>\n", html_escaped(text));
}

void HtmlPage::add_paragraph(std::string_view text) {
  body_ += fmt::format("<p>{}</p>\n", html_escaped(text));
}

void HtmlPage::add_table(const Table& table) {
  body_ += "<div class=\"scroll\"><table>\n<tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bool is_right = !table.rows.empty() && is_number(table.rows.front()[c]);
    body_ += fmt::format("<th scope=\"col\"{}>{}</th>", is_right ? " class=\"number\"" : "",
                         html_escaped(table.columns[c]));
  }
  body_ += "</tr>\n";
  for (const auto& row : table.rows) {
    body_ += "<tr>";
    for (const Cell& cell : row) body_ += cell_html(cell);
    body_ += "</tr>\n";
  }
  body_ += "</table></div>\n";
}

void HtmlPage::add_figure(std::string_view svg) {
  body_ += fmt::format("<figure>\n{}</figure>\n", svg);
}

std::string HtmlPage::text() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}"
      "<footer>podium {3}</footer>\n</body>\n</html>\n",
      title_, style, body_, version());
}

}  // namespace podium
