#include "podium/text/markup/xml_elements.hpp"

#include <algorithm>
#include <utility>

namespace podium::text {

namespace {

constexpr std::size_t deepest = 32;

/// The next sibling that is an element; text_of() checks the text between elements.
pugi::xml_node element_from(pugi::xml_node node) {
  while (node && node.type() != pugi::node_element) node = node.next_sibling();
  return node;
}

/// What the parser found, in our words.
std::string problem_of(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_end_element_mismatch:
      return "found an end tag that does not fit the start tag";
    case pugi::status_no_document_element:
      return "found no element";
    case pugi::status_bad_attribute:
      return "found a malformed attribute";
    case pugi::status_bad_start_element:
      return "found a malformed start tag";
    case pugi::status_bad_end_element:
      return "found a malformed end tag";
    default:
      return "found malformed XML";
  }
}

}  // namespace

XmlText::XmlText(std::string_view text, std::string source)
    : text_(text), source_(std::move(source)) {
  if (const std::size_t type = text_.find("<!DOCTYPE"); type != std::string_view::npos) {
    fail(static_cast<std::ptrdiff_t>(type), "found a DOCTYPE, which is not supported");
  }
  refuse_depth();
  const pugi::xml_parse_result result =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) fail(result.offset, problem_of(result.status));
}

void XmlText::fail(std::ptrdiff_t offset, const std::string& problem) const {
  const auto end =
      std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  const std::string_view before = text_.substr(0, end);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  throw DataError({source_, static_cast<std::size_t>(lines) + 1, end - line_begin + 1}, problem);
}

void XmlText::refuse_depth() const {
  std::size_t depth = 0;
  std::size_t at = text_.find('<');
  while (at < text_.size()) {
    const std::size_t end = std::min(text_.find('>', at), text_.size());
    const std::string_view tag = text_.substr(at + 1, end - at - 1);
    if (tag.starts_with('/')) {
      depth -= depth > 0 ? 1 : 0;
    } else if (!tag.starts_with('!') && !tag.starts_with('?') && !tag.ends_with('/')) {
      if (++depth > deepest)
        fail(static_cast<std::ptrdiff_t>(at), "found elements nested too deeply");
    }
    at = text_.find('<', end);
  }
}

pugi::xml_node XmlText::root(std::string_view name) const {
  const pugi::xml_node found = document_.document_element();
  if (name != found.name()) {
    fail(found.offset_debug(),
         "found <" + std::string(found.name()) + ">, expected <" + std::string(name) + ">");
  }
  return found;
}

XmlElements::XmlElements(const XmlText& text, pugi::xml_node parent)
    : text_(&text), parent_(parent), next_(element_from(parent.first_child())) {}

pugi::xml_node XmlElements::take(std::string_view name) {
  if (!next_is(name)) {
    const std::string found = next_ ? "<" + std::string(next_.name()) + ">"
                                    : "the end of <" + std::string(parent_.name()) + ">";
    fail_at(next_ ? next_ : parent_, "found " + found + ", expected <" + std::string(name) + ">");
  }
  return std::exchange(next_, element_from(next_.next_sibling()));
}

void XmlElements::take_count(std::string_view name, std::size_t expected) {
  const pugi::xml_node node = next_;
  const auto found = take_number<std::size_t>(name);
  if (found != expected) {
    fail_at(node, "found " + to_text(found) + " in <" + std::string(name) + ">, expected " +
                      to_text(expected));
  }
}

void XmlElements::finish() const {
  if (next_) {
    fail_at(next_, "found <" + std::string(next_.name()) + ">, expected the end of <" +
                       parent_.name() + ">");
  }
}

std::string XmlElements::text_of(pugi::xml_node node) const {
  std::string text;
  for (pugi::xml_node part = node.first_child(); part; part = part.next_sibling()) {
    if (part.type() == pugi::node_element) {
      fail_at(part,
              "found <" + std::string(part.name()) + ">, expected text in <" + node.name() + ">");
    }
    text += part.value();
  }
  return text;
}

void XmlElements::fail_at(pugi::xml_node node, const std::string& problem) const {
  text_->fail(node.offset_debug(), problem);
}

}  // namespace podium::text
