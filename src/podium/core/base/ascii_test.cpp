#include "podium/core/base/ascii.hpp"

#include <limits>
#include <string_view>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Ascii, KnowsTheCharactersOfEachKind) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";
  const auto has = [](std::string_view text, char c) {
    return text.find(c) != std::string_view::npos;
  };
  for (int code = std::numeric_limits<char>::min(); code <= std::numeric_limits<char>::max();
       ++code) {
    const char c = static_cast<char>(code);
    EXPECT_EQ(is_digit(c), has(digits, c)) << code;
    EXPECT_EQ(is_upper(c), has(upper, c)) << code;
    EXPECT_EQ(is_letter(c), has(upper, c) || has(lower, c)) << code;
    EXPECT_EQ(is_letter_or_digit(c), has(digits, c) || has(upper, c) || has(lower, c)) << code;
    EXPECT_EQ(is_hexadecimal_digit(c), has(hexadecimal, c)) << code;
    EXPECT_EQ(to_lower(c), has(upper, c) ? lower[upper.find(c)] : c) << code;
    EXPECT_EQ(to_upper(c), has(lower, c) ? upper[lower.find(c)] : c) << code;
  }
}

}  // namespace
}  // namespace podium
