#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace podium::text {

/// Appends text of a page, which must be escaped on the way.
using AppendText = std::function<void(std::string& out, std::string_view text)>;

/// Hostile HTML as HTML that only holds elements and attributes of a list of harmless ones: what
/// structures text. Nothing in it runs, loads, leads to another document or has a style. Of other
/// elements the text stays, unless it is not meant to be read (scripts, styles, forms, drawings).
/// All text goes through `append_text`. A page that is too large or nests too deeply to be parsed
/// is reduced to its text.
std::string sanitised_html(std::string_view html, const AppendText& append_text);

/// Whether an element, or an attribute of an element, is on the list. Names are in lower case.
bool is_harmless_element(std::string_view name);
bool is_harmless_attribute(std::string_view element, std::string_view name, std::string_view value);

}  // namespace podium::text
