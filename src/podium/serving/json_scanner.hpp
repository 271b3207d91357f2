#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/text.hpp"

namespace podium::serving {

/// Reads a JSON text from its beginning to its end, value by value, without building a document:
/// for bodies that are mostly numbers. As strict as parse_json(), but object() does not
/// compare keys with each other. Everything throws DataError with line and column where the text is
/// malformed or another value was expected. Borrows the text.
class JsonScanner {
 public:
  static constexpr std::size_t deepest = 32;  ///< lists and objects inside each other

  explicit JsonScanner(std::string_view text) : text_(text), next_(text.data()) {}

  /// Reads an object; `member` is called with each key and must read the key's value.
  template <class Member>
  void object(Member&& member) {
    open('{', "an object");
    for (bool is_first = true; !closes('}', is_first); is_first = false) {
      const std::string key = text();
      expect(':');
      member(key);
    }
  }

  /// The same for an object of few keys, none of which may come twice.
  template <class Member>
  void distinct_object(Member&& member) {
    std::vector<std::string> keys;
    object([&](const std::string& key) {
      if (std::ranges::count(keys, key) > 0) fail("found the member " + in_quotes(key) + " twice");
      keys.push_back(key);
      member(key);
    });
  }

  /// Reads a list; `element` is called before each element and must read it.
  template <class Element>
  void array(Element&& element) {
    open('[', "a list");
    for (bool is_first = true; !closes(']', is_first); is_first = false) element();
  }

  /// Reads a list of numbers and appends them, NaN for null.
  void append_numbers(std::vector<float>& values);

  float number_or_nan();  ///< null is NaN; a number that no float holds is refused
  std::string text();
  std::size_t whole();  ///< a number without sign, point and exponent
  void skip();          ///< any value

  bool next_is_object() { return peek() == '{'; }
  bool next_is_array() { return peek() == '['; }
  bool next_is_text() { return peek() == '"'; }

  /// How many bytes of the text have been read.
  std::size_t place() const noexcept { return static_cast<std::size_t>(next_ - text_.data()); }

  /// Only blanks may follow.
  void end();

  /// Throws DataError at the place that is read next.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  const char* text_end() const noexcept { return text_.data() + text_.size(); }
  /// The next byte that is not blank; 0 at the end.
  char peek() {
    while (next_ != text_end() && is_blank(*next_)) ++next_;
    return next_ == text_end() ? '\0' : *next_;
  }
  void expect(char wanted) {
    if (peek() != wanted) fail_without(wanted);
    ++next_;
  }
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  [[noreturn]] void fail_without(char wanted) const;
  void expect_word(std::string_view word);
  void open(char bracket, const char* what);
  /// Whether an object or a list ends; else the next part of it may be read.
  bool closes(char bracket, bool is_first) {
    if (peek() == bracket) {
      ++next_;
      --depth_;
      return true;
    }
    if (!is_first) expect(',');
    return false;
  }
  bool takes_null();
  const char* end_of_number() const;
  void append_escaped(std::string& text);
  unsigned hexadecimal();

  std::string_view text_;
  const char* next_;
  std::size_t depth_ = 0;
};

}  // namespace podium::serving
