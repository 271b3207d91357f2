#pragma once

#include <gumbo.h>

namespace podium {

/// The style of text, as far as it distinguishes a title.
struct HtmlStyle {
  double size = 0.0;  ///< in steps above ordinary text
  bool is_bold = false;
  bool is_centred = false;
};

/// The style inside an element, given the style around it.
HtmlStyle style_inside(const GumboElement& element, HtmlStyle style);

/// Whether an element is a block of text.
bool is_block(GumboTag tag) noexcept;

}  // namespace podium
