#include "podium/format/decimal.hpp"

#include <array>
#include <bit>
#include <cmath>

#include <fast_float/fast_float.h>

#include "podium/base/ascii.hpp"

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

/// Reads sign, digits and point; stops at anything else. More than 19 digits overflow: the
/// caller must check `count`.
PlainDecimal read_plain(const char* p, const char* end) noexcept {
  PlainDecimal plain{p, 0, 0, 0, false};
  if (p != end && (*p == '-' || *p == '+')) plain.is_negative = *p++ == '-';
  const char* const first = p;
  while (p != end && is_digit(*p)) {
    plain.digits = plain.digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
  }
  plain.count = static_cast<std::uint32_t>(p - first);
  if (p != end && *p == '.') {
    const char* const point = ++p;
    while (p != end && is_digit(*p)) {
      plain.digits = plain.digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
    }
    plain.behind_point = static_cast<std::uint32_t>(p - point);
    plain.count += plain.behind_point;
  }
  plain.end = p;
  return plain;
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

}  // namespace

Decimal<float> read_float(const char* begin, const char* end) noexcept {
  const PlainDecimal plain = read_plain(begin, end);
  if (!is_simple(plain, end)) return read_slowly<float>(begin, end);
  // Both operands exact, one rounding: the quotient is the nearest float [Clinger90].
  if (plain.digits <= (std::uint64_t{1} << 24) && plain.behind_point < float_powers.size()) {
    const float value = static_cast<float>(plain.digits) / float_powers[plain.behind_point];
    return {plain.end, DecimalError::none, plain.is_negative ? -value : value};
  }
  if (plain.digits <= (std::uint64_t{1} << 53) && plain.behind_point < double_powers.size()) {
    const double wide = static_cast<double>(plain.digits) / double_powers[plain.behind_point];
    // Rounding twice is wrong only when the double lies exactly between two floats.
    constexpr std::uint64_t dropped = (std::uint64_t{1} << 29) - 1;
    const bool halfway = (std::bit_cast<std::uint64_t>(wide) & dropped) == (dropped + 1) / 2;
    if (!halfway && wide > 1e-37) {
      const auto value = static_cast<float>(wide);
      return {plain.end, DecimalError::none, plain.is_negative ? -value : value};
    }
  }
  return read_slowly<float>(begin, end);
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
