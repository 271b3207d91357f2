#include "podium/text/markup/encoding.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace podium::text {
namespace {

using namespace std::string_literals;  // NOLINT(google-build-using-namespace): a literal

TEST(Encoding, LeavesGoodUtf8AsItIs) {
  const DecodedText result = decoded("gr\xc3\xbc\xc3\x9f \xf0\x9f\x99\x82");
  EXPECT_EQ(result.text, "gr\xc3\xbc\xc3\x9f \xf0\x9f\x99\x82");
  EXPECT_EQ(result.bad_bytes, 0U);
}

TEST(Encoding, ReplacesAndCountsWhatIsNoUtf8) {
  EXPECT_EQ(decoded("a\xff"s + "b\0c"s).text, "a\xef\xbf\xbd"s + "b\xef\xbf\xbd"s + "c");
  EXPECT_EQ(decoded("a\xff"s + "b\0c"s).bad_bytes, 2U);
  EXPECT_EQ(decoded("cut \xc3").text, "cut \xef\xbf\xbd");
}

TEST(Encoding, FindsWhatIsNotPlainWhereverItStands) {
  const std::string bad = "\xef\xbf\xbd";
  for (std::size_t n = 0; n < 20; ++n) {
    const std::string before(n, 'a');
    const std::string after(20 - n, '~');
    for (const std::string& one : {"\0"s, "\x80"s, "\xff"s, "\xc3"s}) {
      EXPECT_EQ(decoded(before + one + after).text, before + bad + after) << n;
    }
    for (const std::string& good : {"\1"s, "\x7f"s, "\xc3\xbc"s}) {
      EXPECT_EQ(decoded(before + good + after).text, before + good + after) << n;
    }
  }
}

TEST(Encoding, FollowsTheDeclaredEncoding) {
  EXPECT_EQ(decoded("gr\xfc\xdf", "ISO-8859-1").text, "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(decoded("\x80", "latin1").text, "\xe2\x82\xac");  // as browsers have it
  EXPECT_EQ(decoded("a", "utf-16le").bad_bytes, 1U);          // cut
  EXPECT_EQ(decoded("\x82\xa0", "Shift_JIS").text, "\xe3\x81\x82");
}

TEST(Encoding, BelievesAByteOrderMarkMost) {
  EXPECT_EQ(decoded("\xef\xbb\xbf\xc3\xbc", "iso-8859-1").text, "\xc3\xbc");
  EXPECT_EQ(decoded("\xff\xfe"s + "a\0=\xd8\x42\xde"s).text, "a\xf0\x9f\x99\x82");
  EXPECT_EQ(decoded("\xfe\xff\0a"s).text, "a");
}

TEST(Encoding, TakesUnknownOnesForUtf8AndSaysSo) {
  const DecodedText result = decoded("\xc3\xbc", "klingon");
  EXPECT_EQ(result.text, "\xc3\xbc");
  EXPECT_TRUE(result.unknown_encoding);
}

TEST(Encoding, IsFoundInAPage) {
  EXPECT_EQ(declared_charset("<meta charset=utf-8>"), "utf-8");
  EXPECT_EQ(declared_charset("<META HTTP-EQUIV=x CONTENT='text/html; CHARSET = koi8-r'>"),
            "koi8-r");
  EXPECT_EQ(declared_charset("<p>no charset here</p>"), "");
  EXPECT_EQ(declared_charset(std::string(2000, ' ') + "charset=utf-8"), "");
}

TEST(Encoding, IsRepairedInPlaceAsItIsDecoded) {
  for (const std::string& before : {""s, "\xef\xbb\xbf"s, "\xff\xfe"s, "gr\xc3\xbc\xc3\x9f"s}) {
    for (const std::string& after : {""s, "12345678"s, "a\0b"s, "\xff"s}) {
      for (const char* name : {"utf-8", "latin1", "klingon"}) {
        std::string text = before + after;
        const DecodedText expected = decoded(text, name);
        const DecodingProblems found = repair(text, name);
        EXPECT_EQ(text, expected.text);
        EXPECT_EQ(found.bad_bytes, expected.bad_bytes) << text;
        EXPECT_EQ(found.unknown_encoding, expected.unknown_encoding) << name;
      }
    }
  }
}

RC_GTEST_PROP(Encoding, OfAnyBytesGivesUtf8, (const std::string& bytes)) {
  for (const char* name : {"", "utf-16le", "gbk", "iso-2022-jp", "windows-1252", "utf-7"}) {
    RC_ASSERT(decoded(decoded(bytes, name).text).bad_bytes == 0U);
  }
}

}  // namespace
}  // namespace podium::text
