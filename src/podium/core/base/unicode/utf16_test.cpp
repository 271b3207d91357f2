#include "podium/core/base/unicode/utf16.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

/// The units as bytes, with a mark.
std::string bytes_of(std::u16string_view text, bool big) {
  std::string bytes;
  for (const char16_t unit : std::u16string(1, u'\xfeff') + std::u16string(text)) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xffU);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

TEST(Utf16, BecomesUtf8InEitherByteOrder) {
  for (const bool big : {false, true}) {
    const std::string bytes = bytes_of(u"qid,\u00fc\u20ac\U0001F600\n", big);
    ASSERT_TRUE(has_utf16_mark(bytes));
    EXPECT_EQ(utf8_of_utf16(bytes), "qid,\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\n");
    EXPECT_EQ(utf8_of_utf16(bytes_of(u"", big)), "");
  }
}

TEST(Utf16, EveryCharacterComesBack) {
  for (std::uint32_t c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 251) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    std::u16string units;
    if (c < 0x10000) {
      units += static_cast<char16_t>(c);
    } else {
      units += static_cast<char16_t>(0xd7c0 + (c >> 10U));
      units += static_cast<char16_t>(0xdc00 + (c & 0x3ffU));
    }
    const auto text = utf8_of_utf16(bytes_of(units, false));
    ASSERT_TRUE(text) << c;
    const auto lead = static_cast<unsigned char>(text->front());
    std::uint32_t back = text->size() == 1 ? lead : lead & (0xffU >> (text->size() + 1));
    for (const char byte : text->substr(1))
      back = back << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
    ASSERT_EQ(back, c);
  }
}

TEST(Utf16, HalvesOfCharactersAreRefused) {
  const std::string whole = bytes_of(u"a\U0001F600", false);
  EXPECT_EQ(utf8_of_utf16(whole.substr(0, whole.size() - 1)), std::nullopt);
  EXPECT_EQ(utf8_of_utf16(whole.substr(0, whole.size() - 2)), std::nullopt);
  EXPECT_EQ(utf8_of_utf16(bytes_of(std::u16string{0xdc00, u'a'}, false)), std::nullopt);
  EXPECT_EQ(utf8_of_utf16(bytes_of(std::u16string{0xd800, u'a'}, false)), std::nullopt);
}

TEST(Utf16, HasAMarkThatIsNotThatOfUtf32) {
  EXPECT_FALSE(has_utf16_mark(std::string_view("\xff\xfe\0\0a\0\0\0", 8)));
  EXPECT_FALSE(has_utf16_mark("\xef\xbb\xbfqid"));
  EXPECT_FALSE(has_utf16_mark(""));
}

TEST(Utf16, MayComeInPiecesOfAnyLength) {
  for (const bool big : {false, true}) {
    const std::string whole = bytes_of(u"a\u20ac\U0001F600b", big);
    for (std::size_t length = 1; length <= whole.size(); ++length) {
      const Utf16Decoder decoder(whole);
      std::string waiting;
      std::string text;
      for (std::size_t at = 2; at < whole.size(); at += length) {
        waiting += whole.substr(at, length);
        const auto used = decoder.decode(waiting, text);
        ASSERT_TRUE(used);
        waiting.erase(0, *used);
      }
      EXPECT_EQ(text, utf8_of_utf16(whole));
      EXPECT_EQ(waiting, "");
    }
  }
}

}  // namespace
}  // namespace podium
