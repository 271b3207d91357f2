#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

/// Malformed JSON, or another value than was expected.
class JsonError : public DataError {
 public:
  JsonError(Location where, std::string problem, std::size_t byte)
      : DataError(std::move(where), problem), problem_(std::move(problem)), byte_(byte) {}

  const std::string& problem() const noexcept { return problem_; }

  /// Where it is in the text, from 1 on; 0 where the text is JSON, but has what it must not.
  std::size_t byte() const noexcept { return byte_; }

 private:
  std::string problem_;
  std::size_t byte_;
};

/// Reads a JSON text [RFC 8259] from its beginning to its end, value by value, without building a
/// document; parse_json() builds one by it. Everything throws JsonError with line and column where
/// the text is malformed or another value was expected. Borrows the text. Written by hand: simdjson
/// On-Demand does not check what it skips, and needs padded texts.
class JsonScanner {
 public:
  /// `where` is the place of the text; `deepest` limits lists and objects inside each other.
  explicit JsonScanner(std::string_view text, Location where = {}, std::size_t deepest = 256)
      : text_(text), next_(text.data()), where_(std::move(where)), deepest_(deepest) {}

  /// Reads an object; `member` is called with each key and must read the key's value.
  template <class Member>
  void object(Member&& member) {
    open('{', "an object");
    for (bool is_first = true; !closes('}', is_first); is_first = false) {
      std::string key = this->key();
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

  std::string text();
  std::size_t whole();            ///< a number without sign, point and exponent
  std::string_view number();      ///< as it is written
  void word(std::string_view w);  ///< true, false or null
  void skip();                    ///< any value

  /// The next byte that is not blank; 0 at the end.
  char peek() {
    while (next_ != text_end() && is_blank(*next_)) ++next_;
    return next_ == text_end() ? '\0' : *next_;
  }
  bool next_is_object() { return peek() == '{'; }
  bool next_is_array() { return peek() == '['; }
  bool next_is_text() { return peek() == '"'; }

  /// How many bytes of the text have been read.
  std::size_t place() const noexcept { return static_cast<std::size_t>(next_ - text_.data()); }

  /// Only blanks may follow.
  void end();

  /// Throws at the place that is read next.
  [[noreturn]] void fail(const std::string& problem) const;

  /// Throws for JSON that has what it must not, at `place` or at the place that is read next.
  [[noreturn]] void refuse(const std::string& problem, const char* place = nullptr) const;

  /// Throws at the second of two members with the same key, of the object that begins at `begin`.
  [[noreturn]] void refuse_twice(const std::string& key, std::size_t begin);

  /// Throws at a place where the grammar expects something else.
  [[noreturn]] void fail_malformed() const;

 protected:
  const char* text_end() const noexcept { return text_.data() + text_.size(); }
  const char* next() const noexcept { return next_; }
  void go_to(const char* place) noexcept { next_ = place; }
  bool takes_null() {
    if (peek() != 'n') return false;
    word("null");
    return true;
  }
  /// The end of the number that is next, by the grammar of JSON.
  const char* end_of_number() const;

 private:
  void expect(char wanted) {
    if (peek() != wanted) fail_without(wanted);
    ++next_;
  }
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  [[noreturn]] void fail_without(char wanted) const;
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
  std::string key() {
    if (!next_is_text()) fail_malformed();
    key_ = next_;
    return text();
  }
  Location location(const char* place) const;
  void append_escaped(std::string& text);
  unsigned hexadecimal();

  std::string_view text_;
  const char* next_;
  const char* key_ = nullptr;  ///< where the last key begins
  Location where_;
  std::size_t deepest_;
  std::size_t depth_ = 0;
};

}  // namespace podium
