#include "podium/service/tame_html.hpp"

#include <algorithm>
#include <array>

#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr std::size_t npos = std::string_view::npos;

// Elements that go with all they hold: none of it is meant to be read.
constexpr std::array<std::string_view, 3> dropped_elements = {"script", "iframe", "title"};

// Tags that go while what stands between them stays. The last ones would make a browser read what
// follows as bare text, and so hide from this reader where that ends.
constexpr std::array<std::string_view, 15> dropped_tags = {
    "base",     "meta",     "link",    "object",   "embed",    "applet", "param",    "frame",
    "frameset", "noscript", "noembed", "noframes", "textarea", "xmp",    "plaintext"};

// Attributes that lead away from the document, or would do so later.
constexpr std::array<std::string_view, 7> dropped_attributes = {
    "xlink:href", "target", "ping", "action", "formaction", "attributename", "href"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/// The place behind the '>' that ends the attributes beginning at `i`, or npos. As browsers do, it
/// takes a quote for one only where a value begins.
std::size_t tag_end(std::string_view html, std::size_t i) {
  enum class At { between, name, value_begin, bare_value } at = At::between;
  for (; i < html.size(); ++i) {
    const char c = html[i];
    if (at == At::value_begin && (c == '"' || c == '\'')) {
      i = html.find(c, i + 1);
      if (i == npos) return npos;
      at = At::between;
    } else if (c == '>') {
      return i + 1;
    } else if (is_blank(c)) {
      if (at == At::bare_value) at = At::between;
    } else if (at == At::value_begin || at == At::bare_value) {
      at = At::bare_value;
    } else if (c == '=' && at == At::name) {
      at = At::value_begin;
    } else if (c == '/') {
      at = At::between;
    } else {
      at = At::name;
    }
  }
  return npos;
}

/// An attribute that begins at `begin`, where neither a blank nor a '/' stands.
struct Attribute {
  std::string name;  ///< in lower case
  std::string_view value;
  std::size_t end = 0;
};

/// Reads as tag_end() does, inside of a tag that it found whole.
Attribute attribute_at(std::string_view tag, std::size_t begin) {
  const auto pass = [&](std::size_t i, auto is_wanted) {
    while (i < tag.size() && is_wanted(tag[i])) ++i;
    return i;
  };
  const std::size_t name_end =
      pass(begin + 1, [](char c) { return !is_blank(c) && c != '/' && c != '=' && c != '>'; });
  Attribute attribute{lower_case(tag.substr(begin, name_end - begin)), {}, name_end};
  std::size_t i = pass(name_end, is_blank);
  if (i == tag.size() || tag[i] != '=') return attribute;
  i = pass(i + 1, is_blank);
  attribute.end = i;
  if (i == tag.size() || tag[i] == '>') return attribute;
  if (tag[i] == '"' || tag[i] == '\'') {
    const std::size_t quote = std::min(tag.find(tag[i], i + 1), tag.size() - 1);
    attribute.value = tag.substr(i + 1, quote - i - 1);
    attribute.end = quote + 1;
  } else {
    attribute.end = pass(i, [](char c) { return !is_blank(c) && c != '>'; });
    attribute.value = tag.substr(i, attribute.end - i);
  }
  return attribute;
}

bool is_dropped(const Attribute& attribute) {
  // A name that begins with '=' would become the value of what stands before a dropped one.
  if (attribute.name.starts_with("on") || attribute.name.starts_with("=")) return true;
  if (attribute.name == "href" && attribute.value.starts_with("#")) return false;
  return std::ranges::find(dropped_attributes, attribute.name) != dropped_attributes.end();
}

/// Where "</name" begins at or after `i`, followed by what ends a name; the end when nowhere.
std::size_t closing_tag(std::string_view html, std::size_t i, std::string_view name) {
  for (i = html.find("</", i); i != npos; i = html.find("</", i + 2)) {
    const std::size_t end = i + 2 + name.size();
    if (end <= html.size() && lower_case(html.substr(i + 2, name.size())) == name &&
        (end == html.size() || is_blank(html[end]) || html[end] == '>' || html[end] == '/')) {
      return i;
    }
  }
  return html.size();
}

class Tamer {
 public:
  Tamer(std::string& out, std::string_view html, const MarkedTerms& terms)
      : out_(out), html_(html), terms_(terms) {}

  void run() {
    while (at_ < html_.size()) {
      const std::size_t tag = std::min(html_.find('<', at_), html_.size());
      append_marked(out_, html_.substr(at_, tag - at_), terms_, TextKind::html);
      at_ = tag;
      if (at_ < html_.size()) take_markup();
    }
  }

 private:
  char next(std::size_t offset) const {
    return at_ + offset < html_.size() ? html_[at_ + offset] : '\0';
  }

  void take_markup() {
    const bool is_closing = next(1) == '/';
    if (is_letter(next(is_closing ? 2 : 1))) return take_tag(is_closing);
    if (html_.substr(at_).starts_with("<!--")) return skip_behind("-->", 4);
    if (next(1) == '!' || next(1) == '?' || is_closing) return skip_behind(">", 2);
    out_ += "&lt;";
    ++at_;
  }

  /// Passes over a comment; one without an end takes the rest, as in a browser.
  void skip_behind(std::string_view end, std::size_t offset) {
    const std::size_t found = html_.find(end, std::min(at_ + offset, html_.size()));
    at_ = found == npos ? html_.size() : found + end.size();
  }

  void take_tag(bool is_closing) {
    const std::size_t name_begin = at_ + (is_closing ? 2 : 1);
    std::size_t name_end = name_begin;
    while (name_end < html_.size() && !is_blank(html_[name_end]) && html_[name_end] != '/' &&
           html_[name_end] != '>') {
      ++name_end;
    }
    const std::string name = lower_case(html_.substr(name_begin, name_end - name_begin));
    const std::size_t begin = at_;
    const std::size_t end = tag_end(html_, name_end);
    at_ = std::min(end, html_.size());
    if (end == npos || std::ranges::find(dropped_tags, name) != dropped_tags.end()) return;
    if (std::ranges::find(dropped_elements, name) != dropped_elements.end()) {
      if (!is_closing) at_ = closing_tag(html_, at_, name);
      return;
    }
    out_ += html_.substr(begin, name_end - begin);
    take_attributes(html_.substr(name_end, end - name_end));
    if (name == "style" && !is_closing) take_style();
  }

  /// The rest of a tag, with its '>', without what must not stay.
  void take_attributes(std::string_view rest) {
    for (std::size_t i = 0; i < rest.size();) {
      if (is_blank(rest[i]) || rest[i] == '/' || rest[i] == '>') {
        out_ += rest[i++];
        continue;
      }
      const Attribute attribute = attribute_at(rest, i);
      if (!is_dropped(attribute)) out_ += rest.substr(i, attribute.end - i);
      i = attribute.end;
    }
  }

  /// A '<' in a style sheet is written in its own escape: inside a drawing browsers would take it
  /// for a tag.
  void take_style() {
    const std::size_t end = closing_tag(html_, at_, "style");
    for (const char c : html_.substr(at_, end - at_)) {
      if (c == '<') {
        out_ += "\\3c ";
      } else {
        out_ += c;
      }
    }
    at_ = end;
  }

  std::string& out_;
  std::string_view html_;
  const MarkedTerms& terms_;
  std::size_t at_ = 0;
};

}  // namespace

void append_tame_html(std::string& out, std::string_view html, const MarkedTerms& terms) {
  Tamer(out, html, terms).run();
}

}  // namespace podium
