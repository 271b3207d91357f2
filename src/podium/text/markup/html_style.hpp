#pragma once

#include <gumbo.h>

namespace podium::text {

/// The style of text and its place on the page, as far as they distinguish a title.
struct HtmlStyle {
  double size = 0.0;  ///< in steps above ordinary text
  bool is_bold = false;
  bool is_centred = false;
  bool is_linked = false;   ///< part of an anchor
  bool is_named = false;    ///< inside an element whose class or id says that it is a title
  bool is_heading = false;  ///< inside h1 to h6
  bool is_aside = false;    ///< hardly a title: in a menu, a footer, a masthead, or hidden

  bool operator==(const HtmlStyle&) const = default;
};

/// The style inside an element, given the style around it.
HtmlStyle style_inside(const GumboElement& element, HtmlStyle style);

/// Whether an element is a block of text.
bool is_block(GumboTag tag) noexcept;

}  // namespace podium::text
