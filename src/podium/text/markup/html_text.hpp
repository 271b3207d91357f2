#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"

namespace podium::text {

struct HtmlOptions {
  std::size_t max_bytes = std::size_t{16} << 20;
  std::size_t max_depth = 512;

  static auto fields() {
    using Self = HtmlOptions;
    return std::array{
        field("max-bytes", &Self::max_bytes, 1, std::size_t{1} << 32,
              "maximum length of a page in bytes; longer pages are not parsed, only their tags are "
              "removed"),
        field("max-depth", &Self::max_depth, 16, 4096,
              "maximum nesting depth of a page; deeper pages are not parsed, only their tags are "
              "removed"),
    };
  }
};

/// A link with its anchor text.
struct HtmlAnchor {
  std::string url;  ///< resolved against the URL of the page
  std::string text;

  bool operator==(const HtmlAnchor&) const = default;
};

/// The visible text of a page, in UTF-8, blanks collapsed.
struct HtmlText {
  std::string title;
  std::string text;             ///< of the body; blocks end with a line end
  std::string extracted_title;  ///< the block of the body that looks like a title; may be empty
  std::vector<HtmlAnchor> anchor;
  std::size_t bad_bytes = 0;      ///< see DecodedText
  bool unknown_encoding = false;  ///< see DecodedText
  bool is_broken = false;         ///< too large or too deep to parse; without anchors
};

/// Parses a page. `url` is its address; `charset` is the encoding given by the server, which
/// overrides the page's own declaration. Takes bounded time and memory for any bytes, and never
/// throws for them.
///
/// The extracted title is the block of text in the body that stands out most, by its format and
/// place alone; the <title> is not looked at. It is the one with the largest
///
///   size + bold + centred + named - 2 linked - 8 aside - 3 after text - 3 menu - length penalty
///
/// above -3, the first of several such, among the first 20 that are not links. Size is 6 to 1 for
/// h1 to h6, a <font>'s size above 3, 1 for <big>, a quarter of the CSS pixels above 16 (6 at
/// most). The others are shares of the block from 0 to 1: bold, centred, named (a class or id such
/// as "title"), linked (anchor text), aside (in a menu, a footer or a masthead, by its element,
/// class or id, or hidden). "After text" is 1 after a paragraph of 30 words, "menu" is 1 for blocks
/// such as "Home"; the penalty is a quarter of the words beyond 12. Lines of a block in one style
/// that stands out are one; a picture in a heading counts with its alternative text. Blocks without
/// letters are no titles. Unlike the paper [Hu05], which has the same kinds of clues, nothing is
/// learned.
HtmlText html_text(std::string_view html, std::string_view url, const HtmlOptions& options = {},
                   std::string_view charset = {});

}  // namespace podium::text
