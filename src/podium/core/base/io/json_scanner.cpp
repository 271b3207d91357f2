#include "podium/core/base/io/json_scanner.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr const char* end_problem = "found the end of the text, expected more JSON";

bool ends_plain_text(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20U;
}

/// The first quote, backslash or control character; looks at eight bytes at a time.
const char* end_of_plain_text(const char* begin, const char* end) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const auto zeros = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
  for (std::uint64_t bytes = 0; end - begin >= 8; begin += 8) {
    std::memcpy(&bytes, begin, sizeof(bytes));
    const std::uint64_t found = zeros(bytes ^ (ones * '"')) | zeros(bytes ^ (ones * '\\')) |
                                ((bytes - ones * 0x20U) & ~bytes);
    if ((found & (ones * 0x80U)) != 0) break;
  }
  return std::find_if(begin, end, ends_plain_text);
}

}  // namespace

Location JsonScanner::location(const char* place) const {
  const std::string_view before = text_.substr(0, static_cast<std::size_t>(place - text_.data()));
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is no line before
  return {where_.path, std::max<std::size_t>(where_.line, 1) + lines,
          before.size() - line_begin + 1};
}

void JsonScanner::fail(const std::string& problem) const {
  throw JsonError(location(next_), problem, place() + 1);
}

void JsonScanner::refuse(const std::string& problem, const char* place) const {
  throw JsonError(location(place == nullptr ? next_ : place), problem, 0);
}

void JsonScanner::refuse_twice(const std::string& key, std::size_t begin) {
  const std::string problem = "found the key " + in_quotes(key) + " twice, expected it once";
  next_ = text_.data() + begin;
  bool is_second = false;
  object([&](const std::string& one) {
    if (one == key && std::exchange(is_second, true)) refuse(problem, key_);
    skip();
  });
  fail(problem);
}

void JsonScanner::fail_malformed() const {
  fail(next_ == text_end() ? end_problem : "found malformed JSON");
}

void JsonScanner::fail_without(char wanted) const {
  if (next_ == text_end()) fail_malformed();
  fail(std::string("found malformed JSON, expected '") + wanted + "'");
}

void JsonScanner::word(std::string_view w) {
  const std::string_view left(next_, static_cast<std::size_t>(text_end() - next_));
  if (left.starts_with(w)) {
    next_ += w.size();
    return;
  }
  if (w.starts_with(left)) next_ = text_end();
  fail_malformed();
}

void JsonScanner::open(char bracket, const char* what) {
  if (peek() != bracket) fail(std::string("expected ") + what);
  ++next_;
  if (++depth_ > deepest_) {
    refuse("found more than " + to_text(deepest_) + " lists and objects inside each other",
           next_ - 1);
  }
}

const char* JsonScanner::end_of_number() const {
  const char* p = next_;
  const char* const end = text_end();
  const auto expect_digits = [&](bool has_digits, const char* problem) {
    if (!has_digits) fail(p == end ? end_problem : problem);
  };
  const auto digits = [&] {
    const char* const begin = p;
    while (p != end && is_digit(*p)) ++p;
    return p != begin;
  };
  if (p != end && *p == '-') ++p;
  const char* const first = p;
  expect_digits(digits(), "expected a number or null");
  if (*first == '0' && p - first > 1) fail("found a number that begins with 0");
  if (p != end && *p == '.') {
    ++p;
    expect_digits(digits(), "found a number without digits after its point");
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '-' || *p == '+')) ++p;
    expect_digits(digits(), "found a number without digits in its exponent");
  }
  return p;
}

std::string_view JsonScanner::number() {
  if (const char first = peek(); !is_digit(first) && first != '-') fail_malformed();
  const char* const begin = std::exchange(next_, end_of_number());
  return {begin, static_cast<std::size_t>(next_ - begin)};
}

std::size_t JsonScanner::whole() {
  peek();
  const char* const end = end_of_number();
  const auto value =
      parse_number<std::size_t>(std::string_view(next_, static_cast<std::size_t>(end - next_)));
  if (!value) fail("expected a whole number");
  next_ = end;
  return *value;
}

std::string JsonScanner::text() {
  if (peek() != '"') fail("expected a text in quotes");
  ++next_;
  std::string text;
  while (true) {
    const char* const begin = next_;
    next_ = end_of_plain_text(begin, text_end());
    const std::string_view plain(begin, static_cast<std::size_t>(next_ - begin));
    if (const std::size_t good = utf8_prefix(plain); good != plain.size()) {
      next_ = begin + good;
      fail("found a text that is not UTF-8");
    }
    text += plain;
    if (next_ == text_end()) fail_malformed();
    if (static_cast<unsigned char>(*next_) < 0x20U) fail("found a text without its closing quote");
    if (*next_++ == '"') return text;
    append_escaped(text);
  }
}

/// What stands behind a backslash.
void JsonScanner::append_escaped(std::string& text) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (next_ == text_end()) fail_malformed();
  const char letter = *next_++;
  if (const std::size_t found = letters.find(letter); found != std::string_view::npos) {
    text += meanings[found];
    return;
  }
  if (letter != 'u') fail("found an unknown escape");
  unsigned code = hexadecimal();
  if (code >= 0xDC00U && code < 0xE000U) fail("found half of a character");
  if (code >= 0xD800U && code < 0xDC00U) {
    if (text_end() - next_ < 6 || next_[0] != '\\' || next_[1] != 'u') {
      fail("found half of a character");
    }
    next_ += 2;
    const unsigned low = hexadecimal();
    if (low < 0xDC00U || low >= 0xE000U) fail("found half of a character");
    code = 0x10000U + ((code - 0xD800U) << 10U) + (low - 0xDC00U);
  }
  append_utf8(text, code);
}

unsigned JsonScanner::hexadecimal() {
  if (text_end() - next_ < 4) fail("expected four hexadecimal digits");
  unsigned code = 0;
  for (const char* const end = next_ + 4; next_ != end; ++next_) {
    if (!is_hexadecimal_digit(*next_)) fail("expected four hexadecimal digits");
    const char c = to_lower(*next_);
    code = code * 16U + static_cast<unsigned>(is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return code;
}

void JsonScanner::skip() {
  switch (peek()) {
    case '{':
      return object([&](const std::string& /*key*/) { skip(); });
    case '[':
      return array([&] { skip(); });
    case '"':
      text();
      return;
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    default:
      number();
  }
}

void JsonScanner::end() {
  peek();
  if (next_ != text_end()) fail_malformed();
}

}  // namespace podium
