#include "podium/core/format/decimal.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include <fast_float/fast_float.h>

#include "podium/core/base/ascii.hpp"

namespace podium {

namespace {

// Powers of ten that a float (up to 10) and a double (up to 22) hold exactly.
constexpr std::array<float, 11> float_powers = {1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F,
                                                1e6F, 1e7F, 1e8F, 1e9F, 1e10F};
constexpr std::array<double, 23> double_powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// The digits of a number: "12.345" is 12345 with 3 digits after the point.
struct PlainDecimal {
  const char* end;
  std::uint64_t digits;
  std::uint32_t count;
  std::uint32_t behind_point;
  bool is_negative;
};

constexpr std::size_t word_bytes = 8;
constexpr std::uint64_t zeros = 0x3030303030303030U;  ///< "00000000"

/// How many of the eight bytes are digits, from the first one on.
std::uint32_t leading_digits(std::uint64_t word) noexcept {
  constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0U;
  // '0' to '9' are 0x30 to 0x39: adding 6 keeps the upper half of these bytes and of no others.
  // What a byte carries into the next one does not matter, since it is no digit itself.
  const std::uint64_t other =
      ((word & high) ^ zeros) | (((word + 0x0606060606060606U) & high) ^ zeros);
  return static_cast<std::uint32_t>(std::countr_zero(other)) / word_bytes;
}

/// The number of the first `count` bytes, which are digits, 1 to 8 of them.
std::uint64_t number_of_digits(std::uint64_t word, std::uint32_t count) noexcept {
  word = (word - zeros) << (word_bytes * (word_bytes - count));  // zeros take the first places
  word = word * 10 + (word >> 8U);                               // pairs of digits
  constexpr std::uint64_t pair = 0x000000FF000000FFU;
  constexpr std::uint64_t first = 100 + (std::uint64_t{1'000'000} << 32U);
  constexpr std::uint64_t second = 1 + (std::uint64_t{10'000} << 32U);
  return ((word & pair) * first + ((word >> 16U) & pair) * second) >> 32U;
}

constexpr std::array<std::uint64_t, word_bytes + 1> whole_powers = {
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// Appends the digits at p to a number, up to eight of them at once: lengths that differ from
/// number to number would make the loop over single digits guess wrong at each end. Returns the end
/// of the digits.
inline const char* append_digits(const char* p, const char* end, std::uint64_t& digits) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    while (end - p >= static_cast<std::ptrdiff_t>(word_bytes)) {
      std::uint64_t word = 0;
      std::memcpy(&word, p, word_bytes);
      const std::uint32_t count = leading_digits(word);
      if (count == 0) return p;
      digits = digits * whole_powers[count] + number_of_digits(word, count);
      p += count;
      if (count < word_bytes) return p;
    }
  }
  while (p != end && is_digit(*p)) digits = digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
  return p;
}

/// Reads sign, digits and point; stops at anything else. More than 19 digits overflow: the
/// caller must check `count`.
inline PlainDecimal read_plain(const char* p, const char* end) noexcept {
  PlainDecimal plain{p, 0, 0, 0, false};
  if (p == end) return plain;
  plain.is_negative = *p == '-';
  p += static_cast<std::ptrdiff_t>(plain.is_negative || *p == '+');
  const char* const first = p;
  while (p != end && is_digit(*p)) {
    plain.digits = plain.digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
  }
  plain.count = static_cast<std::uint32_t>(p - first);
  if (p != end && *p == '.') {
    const char* const point = ++p;
    p = append_digits(p, end, plain.digits);
    plain.behind_point = static_cast<std::uint32_t>(p - point);
    plain.count += plain.behind_point;
  }
  plain.end = p;
  return plain;
}

/// Signs of features follow no pattern: a branch would be guessed wrong every other time.
float with_sign(float value, bool is_negative) noexcept {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) |
                              (static_cast<std::uint32_t>(is_negative) << 31U));
}

template <class Number>
Decimal<Number> read_slowly(const char* begin, const char* end) noexcept {
  const bool has_plus = begin != end && *begin == '+';
  const char* const start = has_plus ? begin + 1 : begin;
  if (has_plus && start != end && *start == '-') return {begin, DecimalError::not_a_number, 0};
  Number value{};
  const auto [stop, code] = fast_float::from_chars(start, end, value);
  if (code == std::errc::invalid_argument) return {begin, DecimalError::not_a_number, 0};
  if (!std::isfinite(value)) return {stop, DecimalError::not_finite, value};
  return {stop, DecimalError::none, value};
}

/// Whether the number has no exponent and the fast conversions below apply to it.
bool is_simple(const PlainDecimal& plain, const char* end) noexcept {
  return plain.count > 0 && plain.count <= 19 &&
         (plain.end == end || (*plain.end != 'e' && *plain.end != 'E'));
}

/// Sets the nearest float and returns true, where that is cheap to know.
inline bool set_nearest(const PlainDecimal& plain, float& value) noexcept {
  // Both operands exact, one rounding: the quotient is the nearest float [Clinger90].
  if (plain.digits <= (std::uint64_t{1} << 24) && plain.behind_point < float_powers.size()) {
    value = with_sign(static_cast<float>(plain.digits) / float_powers[plain.behind_point],
                      plain.is_negative);
    return true;
  }
  if (plain.digits > (std::uint64_t{1} << 53) || plain.behind_point >= double_powers.size()) {
    return false;
  }
  const double wide = static_cast<double>(plain.digits) / double_powers[plain.behind_point];
  // Rounding twice is wrong only when the double lies exactly between two floats.
  constexpr std::uint64_t dropped = (std::uint64_t{1} << 29) - 1;
  const bool halfway = (std::bit_cast<std::uint64_t>(wide) & dropped) == (dropped + 1) / 2;
  if (halfway || !(wide > 1e-37)) return false;
  value = with_sign(static_cast<float>(wide), plain.is_negative);
  return true;
}

}  // namespace

Decimal<float> read_float(const char* begin, const char* end) noexcept {
  const PlainDecimal plain = read_plain(begin, end);
  float value = 0.0F;
  if (!is_simple(plain, end) || !set_nearest(plain, value)) return read_slowly<float>(begin, end);
  return {plain.end, DecimalError::none, value};
}

const char* read_plain_float(const char* begin, const char* end, float& value) noexcept {
  const PlainDecimal plain = read_plain(begin, end);
  const std::uint32_t before_point = plain.count - plain.behind_point;
  const bool is_plain =
      is_simple(plain, end) && before_point > 0 && is_digit(plain.end[-1]) && *begin != '+' &&
      (before_point == 1 || begin[static_cast<std::size_t>(plain.is_negative)] != '0');
  return is_plain && set_nearest(plain, value) ? plain.end : begin;
}

Decimal<double> read_double(const char* begin, const char* end) noexcept {
  const PlainDecimal plain = read_plain(begin, end);
  if (is_simple(plain, end) && plain.digits <= (std::uint64_t{1} << 53) &&
      plain.behind_point < double_powers.size()) {
    const double value = static_cast<double>(plain.digits) / double_powers[plain.behind_point];
    return {plain.end, DecimalError::none, plain.is_negative ? -value : value};
  }
  return read_slowly<double>(begin, end);
}

}  // namespace podium
