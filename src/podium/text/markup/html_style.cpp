#include "podium/text/markup/html_style.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/base/text.hpp"
#include "podium/text/markup/gumbo_tree.hpp"

namespace podium::text {

namespace {

constexpr double max_size = 6.0;  // of h1; larger letters say no more

// Without <form>, since some programs put a whole page into one.
constexpr std::array asides = {GUMBO_TAG_NAV,    GUMBO_TAG_FOOTER, GUMBO_TAG_ASIDE,
                               GUMBO_TAG_SELECT, GUMBO_TAG_BUTTON, GUMBO_TAG_TEXTAREA};

constexpr std::array blocks = {
    GUMBO_TAG_ADDRESS,  GUMBO_TAG_ARTICLE,    GUMBO_TAG_ASIDE,   GUMBO_TAG_BLOCKQUOTE,
    GUMBO_TAG_BODY,     GUMBO_TAG_BR,         GUMBO_TAG_CAPTION, GUMBO_TAG_CENTER,
    GUMBO_TAG_DD,       GUMBO_TAG_DIV,        GUMBO_TAG_DL,      GUMBO_TAG_DT,
    GUMBO_TAG_FIELDSET, GUMBO_TAG_FIGCAPTION, GUMBO_TAG_FIGURE,  GUMBO_TAG_FOOTER,
    GUMBO_TAG_FORM,     GUMBO_TAG_H1,         GUMBO_TAG_H2,      GUMBO_TAG_H3,
    GUMBO_TAG_H4,       GUMBO_TAG_H5,         GUMBO_TAG_H6,      GUMBO_TAG_HEADER,
    GUMBO_TAG_HR,       GUMBO_TAG_LI,         GUMBO_TAG_MAIN,    GUMBO_TAG_NAV,
    GUMBO_TAG_OL,       GUMBO_TAG_OPTION,     GUMBO_TAG_P,       GUMBO_TAG_PRE,
    GUMBO_TAG_SECTION,  GUMBO_TAG_TABLE,      GUMBO_TAG_TD,      GUMBO_TAG_TH,
    GUMBO_TAG_TR,       GUMBO_TAG_UL};

/// The number at the start of a text, after blanks and a plus sign.
std::optional<double> leading_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{}) return std::nullopt;
  return std::clamp(value, -100.0, 1000.0);
}

/// The value of a property in a style attribute, or an empty text.
std::string_view property(std::string_view style, std::string_view name) {
  const std::size_t at = style.find(name);
  if (at == std::string_view::npos) return {};
  style.remove_prefix(at + name.size());
  const std::size_t colon = style.find_first_not_of(" \t");
  if (colon == std::string_view::npos || style[colon] != ':') return {};
  style.remove_prefix(colon + 1);
  return trimmed(style.substr(0, style.find_first_of(";!")));
}

struct NamedSize {
  std::string_view name;
  double pixels;
};

constexpr std::array named_sizes = {NamedSize{"xx-small", 9.0}, NamedSize{"x-small", 10.0},
                                    NamedSize{"small", 13.0},   NamedSize{"medium", 16.0},
                                    NamedSize{"large", 18.0},   NamedSize{"x-large", 24.0},
                                    NamedSize{"xx-large", 32.0}};

/// A font size in pixels; `around` is that of the text around.
std::optional<double> pixels_of(std::string_view size, double around) {
  const auto named = std::find_if(named_sizes.begin(), named_sizes.end(),
                                  [&](const NamedSize& one) { return one.name == size; });
  if (named != named_sizes.end()) return named->pixels;
  const auto number = leading_number(size);
  if (!number) return std::nullopt;
  if (size.ends_with("px")) return *number;
  if (size.ends_with("pt")) return *number * 4.0 / 3.0;
  if (size.ends_with("rem")) return *number * 16.0;
  if (size.ends_with("em")) return *number * around;
  if (size.ends_with("%")) return *number / 100.0 * around;
  return std::nullopt;
}

void apply_css(std::string_view attribute_text, HtmlStyle& style) {
  if (attribute_text.empty()) return;
  const std::string css = lower_case(attribute_text.substr(0, 1000));
  if (const auto pixels = pixels_of(property(css, "font-size"), 16.0 + 4.0 * style.size)) {
    style.size = std::clamp((*pixels - 16.0) / 4.0, -4.0, max_size);
  }
  const std::string_view weight = property(css, "font-weight");
  if (!weight.empty()) {
    style.is_bold = weight.starts_with("bold") || leading_number(weight).value_or(0.0) >= 600.0;
  }
  const std::string_view align = property(css, "text-align");
  if (!align.empty()) style.is_centred = align == "center";
  if (property(css, "display") == "none" || property(css, "visibility") == "hidden") {
    style.is_aside = true;
  }
}

constexpr std::array<std::string_view, 14> names_of_asides = {
    "nav",    "navbar",   "navigation", "menu",   "sidebar", "breadcrumb", "breadcrumbs",
    "footer", "masthead", "logo",       "banner", "search",  "skip",       "cookie"};
constexpr std::array<std::string_view, 5> names_of_titles = {"title", "headline", "pagetitle",
                                                             "heading", "firstheading"};

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What the class or id of an element says. The parts of "page-title" are words of their own, but
/// "site-title" is a masthead, and "subtitle" is one word.
void apply_names(std::string_view attribute_text, HtmlStyle& style) {
  const std::string names = lower_case(attribute_text.substr(0, 1000));
  bool is_of_site = false;
  bool is_title = false;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find_first_of(" \t\r\n-_", at), names.size());
    const std::string_view word = std::string_view(names).substr(at, end - at);
    if (contains(names_of_asides, word)) style.is_aside = true;
    is_of_site = is_of_site || word == "site";
    is_title = is_title || contains(names_of_titles, word);
    at = end + 1;
  }
  if (is_title && is_of_site) style.is_aside = true;
  if (is_title && !is_of_site) style.is_named = true;
}

void apply_font(const GumboElement& element, HtmlStyle& style) {
  const std::string_view text = attribute(element, "size");
  const auto size = leading_number(text);
  if (!size) return;
  const bool is_relative = text.find_first_of("+-") != std::string_view::npos;
  style.size = std::clamp(is_relative ? *size : *size - 3.0, -2.0, 4.0);
}

}  // namespace

HtmlStyle style_inside(const GumboElement& element, HtmlStyle style) {
  if (element.tag >= GUMBO_TAG_H1 && element.tag <= GUMBO_TAG_H6) {
    style.size = max_size - static_cast<double>(element.tag - GUMBO_TAG_H1);
    style.is_bold = true;
    style.is_heading = true;
  } else if (element.tag == GUMBO_TAG_FONT) {
    apply_font(element, style);
  } else if (element.tag == GUMBO_TAG_BIG) {
    style.size += 1.0;
  } else if (element.tag == GUMBO_TAG_SMALL) {
    style.size -= 1.0;
  } else if (element.tag == GUMBO_TAG_B || element.tag == GUMBO_TAG_STRONG ||
             element.tag == GUMBO_TAG_TH) {
    style.is_bold = true;
  } else if (element.tag == GUMBO_TAG_CENTER) {
    style.is_centred = true;
  } else if (element.tag == GUMBO_TAG_A) {
    style.is_linked = style.is_linked || !attribute(element, "href").empty();
  } else if (std::find(asides.begin(), asides.end(), element.tag) != asides.end()) {
    style.is_aside = true;
  }
  const std::string_view align = attribute(element, "align");
  if (!align.empty()) style.is_centred = lower_case(align.substr(0, 10)) == "center";
  apply_css(attribute(element, "style"), style);
  if (element.tag != GUMBO_TAG_BODY && element.tag != GUMBO_TAG_HTML) {
    apply_names(attribute(element, "class"), style);
    apply_names(attribute(element, "id"), style);
  }
  return style;
}

bool is_block(GumboTag tag) noexcept {
  return std::find(blocks.begin(), blocks.end(), tag) != blocks.end();
}

}  // namespace podium::text
