#include "podium/core/base/unicode/utf8.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Utf8, EveryCharacterIsWellFormedAndNoSurrogateIs) {
  for (unsigned c = 0; c <= 0x110000; ++c) {
    std::string text;
    const auto add = [&](unsigned byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
      add(c);
    } else if (c < 0x800) {
      add(0xc0 | c >> 6U);
    } else if (c < 0x10000) {
      add(0xe0 | c >> 12U);
      add(0x80 | (c >> 6U & 0x3fU));
    } else {
      add(0xf0 | c >> 18U);
      add(0x80 | (c >> 12U & 0x3fU));
      add(0x80 | (c >> 6U & 0x3fU));
    }
    if (c >= 0x80) add(0x80 | (c & 0x3fU));
    const bool is_character = c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
    ASSERT_EQ(utf8_prefix(text), is_character ? text.size() : 0) << c;
    if (text.size() > 1) {
      ASSERT_EQ(utf8_prefix(text.substr(0, text.size() - 1)), 0) << c;
    }
  }
}

TEST(Utf8, OverlongFormsAndLoneBytesAreMalformed) {
  EXPECT_EQ(utf8_prefix("\xc0\x80"), 0U);
  EXPECT_EQ(utf8_prefix("\xc1\xbf"), 0U);
  EXPECT_EQ(utf8_prefix("\xe0\x9f\xbf"), 0U);
  EXPECT_EQ(utf8_prefix("\xf0\x8f\xbf\xbf"), 0U);
  EXPECT_EQ(utf8_prefix("ab\x80"), 2U);
  EXPECT_EQ(utf8_prefix("ab\xff"), 2U);
}

TEST(Utf8, MalformedBytesAreFoundWhereverTheyAre) {
  constexpr std::size_t length = 80;  // some steps of 32 bytes, of 8 and of one
  for (std::size_t n = 0; n < length; ++n) {
    const std::string before(n, 'a');
    const std::string good = before + "\xc3\xbc" + std::string(length - n, '~');
    EXPECT_EQ(utf8_prefix(good), good.size()) << n;
    for (const char* bad : {"\x80", "\xc3", "\xff"}) {
      EXPECT_EQ(utf8_prefix(before + bad + std::string(length - n, '~')), n) << n;
    }
  }
}

TEST(Utf8, MalformedBytesAreReplaced) {
  EXPECT_EQ(with_replacements("caf\xe9!"), "caf\xef\xbf\xbd!");
  EXPECT_EQ(with_replacements("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(with_replacements("\xff\xfe"), "\xef\xbf\xbd\xef\xbf\xbd");
}

}  // namespace
}  // namespace podium
