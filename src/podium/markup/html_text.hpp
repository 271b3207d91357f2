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
              "a longer page is not parsed, its tags are only taken out"),
        field("max-depth", &Self::max_depth, 16, 4096,
              "a page that nests elements deeper is not parsed either"),
    };
  }
};

/// A link with the text that is clicked.
struct HtmlAnchor {
  std::string url;  ///< resolved against the page's
  std::string text;

  bool operator==(const HtmlAnchor&) const = default;
};

/// What a reader sees of a page, in UTF-8, blanks collapsed.
struct HtmlText {
  std::string title;
  std::string text;             ///< of the body; blocks end with a line end
  std::string extracted_title;  ///< what looks like a title in the body; may be empty
  std::vector<HtmlAnchor> anchor;
  std::size_t bad_bytes = 0;      ///< see DecodedText
  bool unknown_encoding = false;  ///< see DecodedText
  bool is_broken = false;         ///< too large or too deep to be parsed; there are no anchors then
};

/// Reads a page. `url` is where it was found; `charset` what the server said of its encoding, which
/// counts more than what the page says. Takes bounded time and memory whatever the bytes are, and
/// never throws for them.
///
/// The extracted title is, of the first 20 blocks of text in the body, the one with the largest
///
///   size + bold + centred - length penalty
///
/// and the first of equals. Size is 6 to 1 for h1 to h6, a <font>'s size above 3, 1 for <big>, a
/// quarter of the CSS pixels above 16; bold and centred are 1 each; the penalty is a quarter of the
/// words beyond 12. Unlike the paper [Hu05], nothing is learned.
HtmlText html_text(std::string_view html, std::string_view url, const HtmlOptions& options = {},
                   std::string_view charset = {});

}  // namespace podium
