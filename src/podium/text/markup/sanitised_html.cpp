#include "podium/text/markup/sanitised_html.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "podium/core/base/text.hpp"
#include "podium/text/markup/encoding.hpp"
#include "podium/text/markup/gumbo_tree.hpp"
#include "podium/text/markup/html_escape.hpp"
#include "podium/text/markup/html_scan.hpp"

namespace podium::text {

namespace {

constexpr std::size_t max_parsed_bytes = std::size_t{16} << 20;

/// Elements that structure text.
constexpr std::array<std::string_view, 79> harmless_elements = {
    "a",    "abbr",       "acronym", "address", "article", "aside", "b",     "bdi",    "bdo",
    "big",  "blockquote", "br",      "caption", "center",  "cite",  "code",  "col",    "colgroup",
    "data", "dd",         "del",     "details", "dfn",     "dir",   "div",   "dl",     "dt",
    "em",   "figcaption", "figure",  "footer",  "h1",      "h2",    "h3",    "h4",     "h5",
    "h6",   "header",     "hgroup",  "hr",      "i",       "img",   "ins",   "kbd",    "li",
    "main", "mark",       "menu",    "nav",     "ol",      "p",     "pre",   "q",      "rp",
    "rt",   "ruby",       "s",       "samp",    "section", "small", "span",  "strike", "strong",
    "sub",  "summary",    "sup",     "table",   "tbody",   "td",    "tfoot", "th",     "thead",
    "time", "tr",         "tt",      "u",       "ul",      "var",   "wbr"};

/// Elements without an end tag.
constexpr std::array<std::string_view, 5> void_elements = {"br", "col", "hr", "img", "wbr"};

/// Elements whose text is not meant to be read as a part of the page.
constexpr std::array<std::string_view, 16> unread_elements = {
    "audio",  "canvas", "datalist", "head", "iframe",   "math",     "noembed", "noframes",
    "script", "select", "style",    "svg",  "template", "textarea", "title",   "video"};

/// Attributes that any element may have.
constexpr std::array<std::string_view, 5> common_attributes = {"dir", "hidden", "id", "lang",
                                                               "title"};

struct ElementAttribute {
  std::string_view element;
  std::string_view name;
  bool operator==(const ElementAttribute&) const = default;
};

constexpr std::array<ElementAttribute, 21> own_attributes = {
    {{"a", "href"},       {"a", "name"},     {"col", "span"},     {"colgroup", "span"},
     {"details", "open"}, {"img", "alt"},    {"li", "value"},     {"ol", "reversed"},
     {"ol", "start"},     {"ol", "type"},    {"table", "border"}, {"td", "align"},
     {"td", "colspan"},   {"td", "rowspan"}, {"td", "valign"},    {"th", "align"},
     {"th", "colspan"},   {"th", "rowspan"}, {"th", "scope"},     {"th", "valign"},
     {"time", "datetime"}}};

bool is_one_of(const auto& list, const auto& what) {
  return std::ranges::find(list, what) != list.end();
}

/// Whether the author hid the element.
bool is_hidden(const GumboElement& element) {
  std::string style = lower_case(attribute(element, "style"));
  std::erase_if(style, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  return style.find("display:none") != std::string::npos;
}

/// Writes a tree, without recursion.
class Serialiser {
 public:
  explicit Serialiser(const AppendText& append_text) : append_text_(append_text) {}

  std::string operator()(const GumboNode& root) && {
    enter(root);
    while (!open_.empty()) {
      Frame& frame = open_.back();
      const GumboVector& children = frame.element->children;
      if (frame.next < children.length) {
        visit(*static_cast<const GumboNode*>(children.data[frame.next++]));
      } else {
        if (!frame.name.empty()) html_.append("</").append(frame.name).append(">");
        open_.pop_back();
      }
    }
    return std::move(html_);
  }

 private:
  struct Frame {
    const GumboElement* element;
    std::string_view name;  ///< empty when no tag was written
    unsigned next = 0;      ///< child
  };

  void visit(const GumboNode& node) {
    if (node.type == GUMBO_NODE_ELEMENT) {
      enter(node);
    } else if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_CDATA ||
               node.type == GUMBO_NODE_WHITESPACE) {
      append_text_(html_, node.v.text.text);
    }
  }

  void enter(const GumboNode& node) {
    const GumboElement& element = node.v.element;
    // The parser knows the names of all elements that are on the lists, in lower case.
    const std::string_view name = gumbo_normalized_tagname(element.tag);
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML || is_one_of(unread_elements, name) ||
        is_hidden(element)) {
      return;
    }
    if (!is_harmless_element(name)) {
      open_.push_back({&element, {}});
      return;
    }
    html_.append("<").append(name);
    append_attributes(element, name);
    html_ += '>';
    if (!is_one_of(void_elements, name)) open_.push_back({&element, name});
  }

  void append_attributes(const GumboElement& element, std::string_view name) {
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto& given = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
      if (!is_harmless_attribute(name, given.name, given.value)) continue;
      html_.append(" ").append(given.name).append("=\"");
      append_escaped(html_, given.value);
      html_ += '"';
    }
  }

  const AppendText& append_text_;
  std::string html_;
  std::vector<Frame> open_;
};

}  // namespace

bool is_harmless_element(std::string_view name) {
  return is_one_of(harmless_elements, name);
}

bool is_harmless_attribute(std::string_view element, std::string_view name,
                           std::string_view value) {
  if (element == "a" && name == "href") return value.starts_with('#');  // a place in this page
  return is_one_of(common_attributes, name) ||
         is_one_of(own_attributes, ElementAttribute{element, name});
}

std::string sanitised_html(std::string_view html, const AppendText& append_text) {
  const std::string page = decoded(html, "utf-8").text;
  if (page.size() <= max_parsed_bytes && is_safe_to_parse(page)) {
    const GumboTree tree(page, parser_memory(page));
    if (tree.root() != nullptr) return Serialiser(append_text)(*tree.root());
  }
  std::string text;
  append_text(text, stripped(page).text);
  return text;
}

}  // namespace podium::text
