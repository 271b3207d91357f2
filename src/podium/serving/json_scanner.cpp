#include "podium/serving/json_scanner.hpp"

#include <algorithm>
#include <limits>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/decimal.hpp"

namespace podium::serving {

namespace {

void append_utf8(std::string& text, unsigned code) {
  const auto add = [&](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80U) {
    add(code);
  } else if (code < 0x800U) {
    add(0xC0U | (code >> 6U));
    add(0x80U | (code & 0x3FU));
  } else if (code < 0x10000U) {
    add(0xE0U | (code >> 12U));
    add(0x80U | ((code >> 6U) & 0x3FU));
    add(0x80U | (code & 0x3FU));
  } else {
    add(0xF0U | (code >> 18U));
    add(0x80U | ((code >> 12U) & 0x3FU));
    add(0x80U | ((code >> 6U) & 0x3FU));
    add(0x80U | (code & 0x3FU));
  }
}

}  // namespace

void JsonScanner::fail(const std::string& problem) const {
  const std::string_view before = text_.substr(0, place());
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is no line before
  throw DataError({"body", lines + 1, before.size() - line_begin + 1}, problem);
}

void JsonScanner::fail_without(char wanted) const {
  fail(std::string("found malformed JSON, expected '") + wanted + "'");
}

void JsonScanner::expect_word(std::string_view word) {
  const auto left = static_cast<std::size_t>(text_end() - next_);
  if (!std::string_view(next_, left).starts_with(word)) fail("found malformed JSON");
  next_ += word.size();
}

void JsonScanner::open(char bracket, const char* what) {
  if (peek() != bracket) fail(std::string("expected ") + what);
  ++next_;
  if (++depth_ > deepest) {
    fail("found more than " + to_text(deepest) + " lists and objects inside each other");
  }
}

bool JsonScanner::takes_null() {
  if (peek() != 'n') return false;
  expect_word("null");
  return true;
}

/// The end of the number that is next, by the grammar of JSON, which is narrower than read_float's.
const char* JsonScanner::end_of_number() const {
  const char* p = next_;
  const char* const end = text_end();
  const auto digits = [&] {
    const char* const begin = p;
    while (p != end && is_digit(*p)) ++p;
    return p != begin;
  };
  if (p != end && *p == '-') ++p;
  const char* const first = p;
  if (!digits()) fail("expected a number or null");
  if (*first == '0' && p - first > 1) fail("found a number that begins with 0");
  if (p != end && *p == '.') {
    ++p;
    if (!digits()) fail("found a number without digits after its point");
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '-' || *p == '+')) ++p;
    if (!digits()) fail("found a number without digits in its exponent");
  }
  return p;
}

float JsonScanner::number_or_nan() {
  if (takes_null()) return std::numeric_limits<float>::quiet_NaN();
  float value = 0.0F;
  if (const char* const plain_end = read_plain_float(next_, text_end(), value);
      plain_end != next_) {
    next_ = plain_end;
    return value;
  }
  const char* const end = end_of_number();
  const Decimal<float> number = read_float(next_, end);
  if (number.error != DecimalError::none) fail("found a number that is too large for a float");
  next_ = end;
  return number.value;
}

void JsonScanner::append_numbers(std::vector<float>& values) {
  array([&] { values.push_back(number_or_nan()); });
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
    while (next_ != text_end() && *next_ != '"' && *next_ != '\\' &&
           static_cast<unsigned char>(*next_) >= 0x20U) {
      ++next_;
    }
    const std::string_view plain(begin, static_cast<std::size_t>(next_ - begin));
    if (utf8_prefix(plain) != plain.size()) fail("found a text that is not UTF-8");
    text += plain;
    if (next_ == text_end() || static_cast<unsigned char>(*next_) < 0x20U) {
      fail("found a text without its closing quote");
    }
    if (*next_++ == '"') return text;
    append_escaped(text);
  }
}

/// What stands behind a backslash.
void JsonScanner::append_escaped(std::string& text) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (next_ == text_end()) fail("found a text without its closing quote");
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
      return expect_word("true");
    case 'f':
      return expect_word("false");
    case 'n':
      return expect_word("null");
    default:
      next_ = end_of_number();
  }
}

void JsonScanner::end() {
  peek();
  if (next_ != text_end()) fail("found more behind the end of the JSON text");
}

}  // namespace podium::serving
