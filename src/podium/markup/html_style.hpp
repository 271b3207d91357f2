#pragma once

#include <gumbo.h>

namespace podium {

/// How text looks, as far as it tells a title from the rest.
struct HtmlStyle {
  double size = 0.0;  ///< above that of ordinary text, in steps
  bool is_bold = false;
  bool is_centred = false;
};

/// The style inside of an element, given the one around it.
HtmlStyle style_inside(const GumboElement& element, HtmlStyle style);

/// Whether an element begins and ends a block of text.
bool is_block(GumboTag tag) noexcept;

}  // namespace podium
