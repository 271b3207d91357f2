#include "podium/text/markup/html_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/core/base/text.hpp"
#include "podium/text/markup/blanks.hpp"
#include "podium/text/markup/encoding.hpp"
#include "podium/text/markup/gumbo_tree.hpp"
#include "podium/text/markup/html_scan.hpp"
#include "podium/text/markup/html_style.hpp"
#include "podium/text/markup/title_search.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

bool is_skipped(GumboTag tag) noexcept {
  return tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE || tag == GUMBO_TAG_TEMPLATE ||
         tag == GUMBO_TAG_IFRAME || tag == GUMBO_TAG_NOEMBED || tag == GUMBO_TAG_NOFRAMES;
}

/// Walks the tree without recursion and collects the visible text.
class PageWalk {
 public:
  PageWalk(std::string_view url, HtmlText& page) : base_(url), page_(page) {}

  void walk(const GumboNode& root) {
    enter(root, {});
    while (!open_.empty()) {
      Frame& frame = open_.back();
      const GumboVector& children = frame.node->v.element.children;
      if (frame.next == children.length) {
        leave();
        continue;
      }
      const auto& child = *static_cast<const GumboNode*>(children.data[frame.next++]);
      visit(child, frame.style);
    }
    end_block();
    trim_end(page_.text);
    trim_end(page_.title);
    page_.extracted_title = titles_.best();
  }

 private:
  struct Frame {
    const GumboNode* node = nullptr;
    unsigned next = 0;  ///< child
    HtmlStyle style;
    bool is_anchor = false;
  };

  void visit(const GumboNode& node, const HtmlStyle& style) {
    if (node.type == GUMBO_NODE_ELEMENT) {
      enter(node, style);
    } else if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_CDATA ||
               node.type == GUMBO_NODE_WHITESPACE) {
      add_text(node.v.text.text, style);
    }
  }

  void enter(const GumboNode& node, const HtmlStyle& outer) {
    if (node.type == GUMBO_NODE_DOCUMENT) return;
    const GumboElement& element = node.v.element;
    if (is_skipped(element.tag)) return;
    if (element.tag == GUMBO_TAG_BASE) note_base(element);
    if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML) {
      take_title(element);
      return;
    }
    if (element.tag == GUMBO_TAG_BR) {
      end_line();
    } else if (is_block(element.tag)) {
      end_block();
    }
    Frame frame{.node = &node, .style = style_inside(element, outer)};
    if (element.tag == GUMBO_TAG_A) {
      std::string url = resolved_url(base_, attribute(element, "href"));
      frame.is_anchor = !url.empty();
      if (frame.is_anchor) {
        open_anchors_.push_back(page_.anchor.size());
        page_.anchor.push_back({std::move(url), ""});
      }
    }
    if (element.tag == GUMBO_TAG_IMG && frame.style.is_heading) {
      titles_.add_text(attribute(element, "alt"), frame.style);  // a title drawn as a picture
    }
    open_.push_back(frame);
  }

  void leave() {
    const Frame& frame = open_.back();
    const GumboTag tag = frame.node->v.element.tag;
    if (tag != GUMBO_TAG_BR && is_block(tag)) end_block();
    if (frame.is_anchor) {
      trim_end(page_.anchor[open_anchors_.back()].text);
      open_anchors_.pop_back();
    }
    open_.pop_back();
  }

  void add_text(std::string_view text, const HtmlStyle& style) {
    append_collapsed(text, page_.text);
    if (!open_anchors_.empty()) {
      append_collapsed(text, page_.anchor[open_anchors_.back()].text);
    }
    titles_.add_text(text, style);
  }

  void break_text() {
    trim_end(page_.text);
    if (!page_.text.empty()) page_.text += '\n';
  }

  void end_line() {
    break_text();
    titles_.end_line();
  }

  void end_block() {
    break_text();
    titles_.end_block();
  }

  void take_title(const GumboElement& element) {
    if (!page_.title.empty()) return;
    for (unsigned i = 0; i < element.children.length; ++i) {
      const auto& child = *static_cast<const GumboNode*>(element.children.data[i]);
      if (child.type == GUMBO_NODE_TEXT) append_collapsed(child.v.text.text, page_.title);
    }
  }

  void note_base(const GumboElement& element) {
    const std::string url = resolved_url(base_, attribute(element, "href"));
    if (!url.empty() && !has_base_) base_ = url;
    has_base_ = true;
  }

  std::string base_;
  bool has_base_ = false;
  HtmlText& page_;
  TitleSearch titles_;
  std::vector<Frame> open_;
  std::vector<std::size_t> open_anchors_;
};

/// The encoding that a page names itself. One whose letters take two bytes or four it cannot have,
/// or its name could not have been read; UTF-8 is meant, as the HTML standard has it.
std::string_view own_charset(std::string_view html) {
  constexpr std::array<std::string_view, 5> wide = {"utf-16", "utf-32", "ucs-", "unicode",
                                                    "iso-10646-ucs"};
  const std::string_view declared = declared_charset(html);
  const std::string name = lower_case(declared);
  const bool is_wide = std::any_of(wide.begin(), wide.end(),
                                   [&](std::string_view begin) { return name.starts_with(begin); });
  return is_wide ? "utf-8" : declared;
}

}  // namespace

HtmlText html_text(std::string_view html, std::string_view url, const HtmlOptions& options,
                   std::string_view charset) {
  HtmlText page;
  const DecodedText decoded_page = decoded(html, charset.empty() ? own_charset(html) : charset);
  page.bad_bytes = decoded_page.bad_bytes;
  page.unknown_encoding = decoded_page.unknown_encoding;
  const std::string& text = decoded_page.text;
  if (html.size() <= options.max_bytes && is_safe_to_parse(text, {.depth = options.max_depth})) {
    const GumboTree tree(text, parser_memory(text));
    if (tree.root() != nullptr) {
      PageWalk(url, page).walk(*tree.root());
      return page;
    }
  }
  StrippedHtml plain = stripped(text);
  page.title = std::move(plain.title);
  page.text = std::move(plain.text);
  page.is_broken = true;
  return page;
}

}  // namespace podium::text
