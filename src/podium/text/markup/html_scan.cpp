#include "podium/text/markup/html_scan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/markup/blanks.hpp"
#include "podium/text/markup/html_reference.hpp"

namespace podium::text {

namespace {

constexpr std::string_view blanks = " \t\r\n\f";

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 8> raw_elements = {
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"};

/// Elements without content, or closed implicitly by the next one.
constexpr std::array<std::string_view, 32> shallow_elements = {
    "area",   "base",  "body",     "br",     "caption", "col",   "colgroup", "dd",
    "dt",     "embed", "head",     "hr",     "html",    "img",   "input",    "li",
    "link",   "meta",  "optgroup", "option", "p",       "param", "rp",       "rt",
    "source", "tbody", "td",       "tfoot",  "th",      "thead", "tr",       "wbr"};

constexpr std::array<std::string_view, 14> formatting_elements = {
    "a",    "b", "big",   "code",   "em",     "font", "i",
    "nobr", "s", "small", "strike", "strong", "tt",   "u"};

/// Elements that limit the scope of end tags inside of them.
constexpr std::array<std::string_view, 6> scope_elements = {"applet", "button", "marquee",
                                                            "object", "table",  "template"};

}  // namespace

std::size_t HtmlScanner::end_of_comment() const noexcept {
  const auto npos = std::string_view::npos;
  if (!html_.substr(at_).starts_with("<!--")) {
    const std::size_t end = html_.find('>', at_);
    return end == npos ? html_.size() : end + 1;
  }
  for (std::size_t at = html_.find("--", at_ + 2); at != npos; at = html_.find("--", at + 1)) {
    const std::string_view rest = html_.substr(at + 2);
    if (rest.starts_with('>')) return at + 3;
    if (rest.starts_with("!>") && at >= at_ + 4) return at + 4;
  }
  return html_.size();
}

std::size_t HtmlScanner::end_of_raw_text() const noexcept {
  std::size_t end = at_;
  while ((end = html_.find("</", end)) != std::string_view::npos) {
    const std::string_view name = html_.substr(end + 2, raw_.size());
    const bool same = std::equal(name.begin(), name.end(), raw_.begin(), raw_.end(),
                                 [](char a, char b) { return (a | 0x20) == b; });
    const std::size_t behind = end + 2 + raw_.size();
    if (same && behind < html_.size() &&
        (blanks.find(html_[behind]) != std::string_view::npos || html_[behind] == '/' ||
         html_[behind] == '>')) {
      return end;
    }
    end += 2;
  }
  return html_.size();
}

std::size_t HtmlScanner::end_of_tag(std::size_t begin, HtmlPiece& piece) const noexcept {
  const auto npos = std::string_view::npos;
  std::size_t at = html_.find_first_of(" \t\r\n\f/>", begin);
  piece.name = html_.substr(begin, at == npos ? npos : at - begin);
  piece.attributes = 0;
  while (at != npos) {
    at = html_.find_first_not_of(" \t\r\n\f/", at);
    if (at == npos) break;
    if (html_[at] == '>') return at + 1;
    ++piece.attributes;
    at = html_.find_first_of(" \t\r\n\f/>=", at + 1);  // a name may begin with '='
    if (at != npos) at = html_.find_first_not_of(blanks, at);
    if (at == npos || html_[at] != '=') continue;
    at = html_.find_first_not_of(blanks, at + 1);
    if (at == npos) break;
    if (html_[at] == '"' || html_[at] == '\'') {
      at = html_.find(html_[at], at + 1);
      if (at != npos) ++at;
    } else if (html_[at] != '>') {
      at = html_.find_first_of(" \t\r\n\f>", at);
    }
  }
  return npos;
}

bool HtmlScanner::next(HtmlPiece& piece) {
  if (at_ >= html_.size()) return false;
  const std::size_t begin = at_;
  piece = {};
  if (!raw_.empty()) {
    at_ = end_of_raw_text();
    raw_.clear();
    piece.kind = HtmlPiece::Kind::raw_text;
    piece.text = html_.substr(begin, at_ - begin);
    return true;
  }
  const char next = begin + 1 < html_.size() ? html_[begin + 1] : ' ';
  if (html_[begin] != '<' || !(is_letter(next) || next == '/' || next == '!' || next == '?')) {
    at_ = std::min(html_.find('<', begin + 1), html_.size());
    piece.kind = HtmlPiece::Kind::text;
    piece.text = html_.substr(begin, at_ - begin);
    return true;
  }
  const bool is_close = next == '/' && begin + 2 < html_.size() && is_letter(html_[begin + 2]);
  if (!is_letter(next) && !is_close) {
    at_ = end_of_comment();
    return true;
  }
  const std::size_t end = end_of_tag(begin + (is_close ? 2 : 1), piece);
  at_ = std::min(end, html_.size());
  if (end == std::string_view::npos) return true;  // incomplete: a parser drops it, too
  piece.kind = is_close ? HtmlPiece::Kind::close : HtmlPiece::Kind::open;
  if (!is_close && has_raw_text_ && piece.name.size() < 12) {
    const std::string name = lower_case(piece.name);
    if (is_one_of(raw_elements, name)) raw_ = name;
  }
  return true;
}

// --- nesting depth of a page ---

namespace {

/// The open elements at a place of a page.
class OpenElements {
 public:
  void open(std::string_view name) {
    if (is_one_of(shallow_elements, name)) return;
    const bool is_formatting = is_one_of(formatting_elements, name);
    open_.push_back({fnv1a64(name), is_formatting, is_one_of(scope_elements, name)});
    formatting_ += is_formatting ? 1U : 0U;
  }

  void close(std::string_view name) {
    const std::uint64_t key = fnv1a64(name);
    const bool limits_scope = is_one_of(scope_elements, name);
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (open_[i - 1].key == key) {
        // A formatting element ends alone: elements inside of it are reopened after it.
        const bool alone = open_[i - 1].is_formatting;
        remove(i - 1, alone ? i : open_.size());
        return;
      }
      if (open_[i - 1].limits_scope && !limits_scope) return;
    }
  }

  std::size_t depth() const noexcept { return open_.size(); }
  std::size_t formatting() const noexcept { return formatting_; }

 private:
  struct Element {
    std::uint64_t key;
    bool is_formatting;
    bool limits_scope;
  };

  void remove(std::size_t begin, std::size_t end) {
    const auto first = open_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = open_.begin() + static_cast<std::ptrdiff_t>(end);
    for (auto i = first; i != last; ++i) formatting_ -= i->is_formatting ? 1U : 0U;
    open_.erase(first, last);
  }

  std::vector<Element> open_;
  std::size_t formatting_ = 0;
};

}  // namespace

bool is_safe_to_parse(std::string_view html, const HtmlLimits& limits) {
  // After these, other rules decide between text and tags, and the scanner may see end tags that
  // the parser does not. From there on every element counts as unclosed; up to `max_odd` of them
  // are harmless even if each is inside the one before.
  constexpr std::array<std::string_view, 4> odd_elements = {"frameset", "math", "select", "svg"};
  constexpr std::size_t max_odd = 20'000;
  HtmlScanner scanner(html);
  HtmlPiece piece;
  OpenElements elements;
  std::size_t nodes = 0;
  std::size_t odd = 0;
  while (scanner.next(piece)) {
    nodes += 1 + elements.formatting();
    if (piece.kind == HtmlPiece::Kind::open) {
      const std::string name = lower_case(piece.name.substr(0, 32));
      elements.open(name);
      if (odd > 0 || is_one_of(odd_elements, name))
        odd += is_one_of(shallow_elements, name) ? 0U : 1U;
    } else if (piece.kind == HtmlPiece::Kind::close) {
      elements.close(lower_case(piece.name.substr(0, 32)));
    } else if (piece.kind == HtmlPiece::Kind::raw_text && odd == 0) {
      odd = piece.text.find("<!--") == std::string_view::npos ? 0 : 1;
    }
    if (odd > 0) scanner.ignore_raw_text();
    if (elements.depth() > limits.depth || nodes > limits.nodes || odd > max_odd ||
        piece.attributes > limits.attributes) {
      return false;
    }
  }
  return true;
}

// --- text without a tree ---

namespace {

void append_with_references(std::string_view text, std::string& to) {
  std::string character;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find('&'), text.size());
    append_collapsed(text.substr(0, mark), to);
    text.remove_prefix(mark);
    if (text.empty()) break;
    character.clear();
    text.remove_prefix(append_reference(text, character));
    append_collapsed(character, to);
  }
}

}  // namespace

StrippedHtml stripped(std::string_view html) {
  HtmlScanner scanner(html);
  HtmlPiece piece;
  StrippedHtml result;
  std::string element;  // whose raw text follows
  while (scanner.next(piece)) {
    if (piece.kind == HtmlPiece::Kind::text) {
      append_with_references(piece.text, result.text);
    } else if (piece.kind == HtmlPiece::Kind::raw_text) {
      if (element == "title" && result.title.empty()) {
        append_with_references(piece.text, result.title);
      }
      if (element == "textarea" || element == "xmp") {
        append_with_references(piece.text, result.text);
      }
    } else {
      append_collapsed(" ", result.text);
      if (piece.kind == HtmlPiece::Kind::open) element = lower_case(piece.name.substr(0, 32));
    }
  }
  trim_end(result.title);
  trim_end(result.text);
  return result;
}

}  // namespace podium::text
