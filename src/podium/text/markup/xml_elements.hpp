#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

/// A parsed XML text with line numbers. Only XML's five predefined entities are expanded. A DOCTYPE
/// and very deep nesting are refused before the text is parsed.
class XmlText {
 public:
  XmlText(std::string_view text, std::string source);

  /// The root element; throws DataError unless it has this name.
  pugi::xml_node root(std::string_view name) const;

  [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& problem) const;

 private:
  void refuse_depth() const;

  std::string_view text_;
  std::string source_;
  pugi::xml_document document_;
};

/// Reads the child elements of an element one after the other, in the order of a schema.
class XmlElements {
 public:
  XmlElements(const XmlText& text, pugi::xml_node parent);

  bool next_is(std::string_view name) const { return name == next_.name(); }

  /// The next element; throws DataError unless it has this name.
  pugi::xml_node take(std::string_view name);
  XmlElements take_all(std::string_view name) { return {*text_, take(name)}; }

  std::string take_text(std::string_view name) { return text_of(take(name)); }

  template <class Number>
  Number take_number(std::string_view name) {
    const pugi::xml_node node = take(name);
    const std::string text = text_of(node);
    const auto number = parse_number<Number>(trimmed(text));
    if (!number) {
      fail_at(node,
              "found " + in_quotes(text) + ", expected a number in <" + std::string(name) + ">");
    }
    return *number;
  }

  /// Takes a number; throws DataError unless it is the expected one.
  void take_count(std::string_view name, std::size_t expected);

  /// Throws DataError when there are more elements.
  void finish() const;

 private:
  std::string text_of(pugi::xml_node node) const;
  [[noreturn]] void fail_at(pugi::xml_node node, const std::string& problem) const;

  const XmlText* text_;
  pugi::xml_node parent_;
  pugi::xml_node next_;
};

}  // namespace podium::text
