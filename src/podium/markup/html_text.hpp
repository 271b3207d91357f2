#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"

namespace podium {

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
/// The extracted title is, of the first 20 blocks of text in the body, the one with the largest
///
///   size + bold + centred - length penalty
///
/// and the first of several such. Size is 6 to 1 for h1 to h6, a <font>'s size above 3, 1 for
/// <big>, a quarter of the CSS pixels above 16; bold and centred are 1 each; the penalty is a
/// quarter of the words beyond 12. Unlike the paper [Hu05], nothing is learned.
HtmlText html_text(std::string_view html, std::string_view url, const HtmlOptions& options = {},
                   std::string_view charset = {});

}  // namespace podium
