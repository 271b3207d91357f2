#include "podium/core/format/decimal.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

/// The slow twin: std::from_chars rounds correctly.
template <class Number>
void compare(const std::string& text) {
  Number wanted{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), wanted);
  ASSERT_EQ(error, std::errc{}) << text;
  const char* const end = text.data() + text.size();
  Decimal<Number> found{};
  if constexpr (sizeof(Number) == 4) {
    found = read_float(text.data(), end);
  } else {
    found = read_double(text.data(), end);
  }
  EXPECT_EQ(found.error, DecimalError::none) << text;
  EXPECT_EQ(found.end, stop) << text;
  EXPECT_EQ(found.value, wanted) << text;
}

void compare_both(const std::string& text) {
  compare<float>(text);
  compare<double>(text);
}

TEST(Decimal, RoundsAsTheStandardLibraryDoes) {
  RandomStream stream(1, "", "decimal");
  for (int round = 0; round < 200'000; ++round) {
    std::string text = stream.below(4) == 0 ? "-" : "";
    const auto digits = [&](std::uint64_t most) {
      for (std::uint64_t i = stream.below(most) + 1; i > 0; --i) {
        text += static_cast<char>('0' + stream.below(10));
      }
    };
    digits(stream.below(8) == 0 ? 24 : 4);
    if (stream.below(8) != 0) {
      text += '.';
      digits(stream.below(8) == 0 ? 24 : 9);
    }
    if (stream.below(8) == 0) text += "e" + std::to_string(static_cast<int>(stream.below(20)) - 10);
    compare_both(text);
  }
}

TEST(Decimal, RoundsCorrectlyNextToTheMiddleOfTwoFloats) {
  // 1 + 2^-24 lies between two floats; a hair above it must round up although the nearest double
  // of either text is the same.
  compare_both("1.000000059604644775390625");
  compare_both("1.00000005960464477539063");
  compare_both("1.0000000596046448");
  compare_both("16777217");
  compare_both("16777219.0");
  RandomStream stream(1, "", "middle");
  for (int round = 0; round < 20'000; ++round) {
    const auto low =
        std::bit_cast<float>(static_cast<std::uint32_t>(0x3f800000U + stream.below(1U << 26)));
    const double middle =
        (static_cast<double>(low) + static_cast<double>(std::nextafter(low, 1e30F))) / 2;
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, middle, std::chars_format::fixed,
                                   static_cast<int>(stream.below(20)))
                         .ptr;
    compare_both({buffer, end});
  }
}

TEST(Decimal, ReadsEveryShortDecimalOfSixPlaces) {
  for (int i = 0; i < 1'000'000; i += 7) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "0.%06d", i);
    compare<float>(buffer);
  }
}

TEST(Decimal, StopsBehindTheNumber) {
  for (const std::string text : {"1.5 2:3", "7\n", "-0.25#", "1e5x", "3.e2 ", "5.", ".5"}) {
    compare_both(text);
  }
  const std::string plus = "+2.5";
  EXPECT_EQ(read_double(plus.data(), plus.data() + plus.size()).value, 2.5);
}

/// Whether a text is a number of JSON without an exponent.
bool is_plain_json(const std::string& text) {
  static const std::regex plain("-?(0|[1-9][0-9]*)([.][0-9]+)?");
  return std::regex_match(text, plain);
}

/// Whether a number lies exactly between two floats: it is not read fast.
bool is_between_floats(const std::string& text) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(std::stod(text));
  return (bits & ((std::uint64_t{1} << 29) - 1)) == std::uint64_t{1} << 28;
}

void compare_plain(const std::string& text) {
  // Exactly as long as the text, so that the sanitizer sees a byte too many.
  const std::vector<char> bytes(text.begin(), text.end());
  const char* const begin = bytes.data();
  const char* const end = begin + bytes.size();
  float value = -7.0F;
  const char* const stop = read_plain_float(begin, end, value);
  const bool is_plain = is_plain_json(text);
  if (stop == end && stop != begin) {  // begin: nothing was read
    EXPECT_TRUE(is_plain) << text;
    const Decimal<float> wanted = read_float(begin, end);
    EXPECT_EQ(wanted.error, DecimalError::none) << text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(wanted.value))
        << text;
  } else if (is_plain && text.size() < 17 && !is_between_floats(text)) {
    EXPECT_EQ(stop, end) << text << " is read slowly";
  }
}

TEST(Decimal, ReadsPlainNumbersAsJsonHasThem) {
  for (const char* text : {"0",
                           "-0",
                           "0.0",
                           "-0.5",
                           "1",
                           "10",
                           "12.5",
                           "00",
                           "01",
                           "-01.5",
                           "1.",
                           ".5",
                           "-.5",
                           "+1",
                           "-",
                           "",
                           ".",
                           "1e5",
                           "1.5E3",
                           "1.5.5",
                           "--1",
                           "1-",
                           "0.12345678",
                           "0.123456789",
                           "12345678.12345678",
                           "1.\xfa\xff",
                           "1.5\xfa\xfa\xfa\xfa\xfa\xfa"}) {
    compare_plain(text);
  }
  RandomStream stream(1, "", "plain");
  constexpr std::string_view letters = "0123456789012345678901234567890123456789..--+eE/:\xfa";
  for (int round = 0; round < 200'000; ++round) {
    std::string text;
    for (std::uint64_t i = stream.below(12); i > 0; --i)
      text += letters[stream.below(letters.size())];
    compare_plain(text);
  }
}

TEST(Decimal, NamesWhatIsNotAFiniteNumber) {
  const auto error_of = [](const std::string& text) {
    return read_float(text.data(), text.data() + text.size()).error;
  };
  EXPECT_EQ(error_of(""), DecimalError::not_a_number);
  EXPECT_EQ(error_of("-"), DecimalError::not_a_number);
  EXPECT_EQ(error_of("."), DecimalError::not_a_number);
  EXPECT_EQ(error_of("+-3"), DecimalError::not_a_number);
  EXPECT_EQ(error_of("NULL"), DecimalError::not_a_number);
  EXPECT_EQ(error_of("nan"), DecimalError::not_finite);
  EXPECT_EQ(error_of("-inf"), DecimalError::not_finite);
  EXPECT_EQ(error_of("1e39"), DecimalError::not_finite);
  EXPECT_EQ(error_of("1" + std::string(400, '0')), DecimalError::not_finite);
}

}  // namespace
}  // namespace podium
