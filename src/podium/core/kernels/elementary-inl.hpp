// Elementary functions of vectors of doubles, from multiplications, additions and divisions alone,
// so that they give the same bits everywhere. Compiled once per target, see eight-inl.hpp.
#if defined(PODIUM_KERNELS_ELEMENTARY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef PODIUM_KERNELS_ELEMENTARY_INL_HPP
#undef PODIUM_KERNELS_ELEMENTARY_INL_HPP
#else
#define PODIUM_KERNELS_ELEMENTARY_INL_HPP
#endif

#include <bit>
#include <cstdint>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

using Words = hn::RebindToUnsigned<Doubles>;
using WordPart = hn::Vec<Words>;

inline constexpr Words words{};

// ln 2 in two parts; the upper one times any exponent is exact.
inline constexpr double ln2_upper = 0x1.62e42fee00000p-1;
inline constexpr double ln2_lower = 0x1.a39ef35793c76p-33;
inline constexpr double log2_of_e = 0x1.71547652b82fep+0;
inline constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;

/// Adding it to a number below 2^51 rounds that to an integer, found in the lower bits of the sum.
inline constexpr double rounder = 0x1.8p52;
inline constexpr std::uint64_t exponent_bias = 1023;
inline constexpr int fraction_bits = 52;

/// c0 + c1 * x + c2 * x^2 + ...
HWY_INLINE Part polynomial(Part /*x*/, double c0) {
  return hn::Set(doubles, c0);
}

template <class... Rest>
HWY_INLINE Part polynomial(Part x, double c0, Rest... rest) {
  return hn::MulAdd(polynomial(x, rest...), x, hn::Set(doubles, c0));
}

/// 2^(exponent - bias), from the exponent's bits.
HWY_INLINE Part power_of_two(WordPart biased) {
  return hn::BitCast(doubles, hn::ShiftLeft<fraction_bits>(biased));
}

HWY_INLINE Part clamped(Part x, double low, double high) {
  // Not Min and Max, which drop NaN on some machines.
  x = hn::IfThenElse(hn::Lt(x, hn::Set(doubles, low)), hn::Set(doubles, low), x);
  return hn::IfThenElse(hn::Gt(x, hn::Set(doubles, high)), hn::Set(doubles, high), x);
}

/// exp(x) = 2^k * (1 + rest), k an integer.
struct ReducedExp {
  Part rest;
  WordPart k;  ///< in two's complement
};

/// x = k ln 2 + r with |r| <= ln(2) / 2; rest = exp(r) - 1 by its Taylor series, whose first term
/// left out, r^14 / 14!, is below 2^-57.
HWY_INLINE ReducedExp reduced_exp(Part x) {
  const Part shifted = hn::MulAdd(x, hn::Set(doubles, log2_of_e), hn::Set(doubles, rounder));
  const Part k = hn::Sub(shifted, hn::Set(doubles, rounder));
  const Part r = hn::NegMulAdd(k, hn::Set(doubles, ln2_lower),
                               hn::NegMulAdd(k, hn::Set(doubles, ln2_upper), x));
  const Part r2 = hn::Mul(r, r);
  const Part even =
      polynomial(r2, 1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800, 1.0 / 479001600);
  const Part odd = polynomial(r2, 1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800,
                              1.0 / 6227020800);
  return {
      hn::MulAdd(r2, hn::MulAdd(r, odd, even), r),
      hn::Sub(hn::BitCast(words, shifted), hn::Set(words, std::bit_cast<std::uint64_t>(rounder)))};
}

/// exp(x); 0 and infinity beyond the range of doubles.
HWY_INLINE Part exp_of(Part x) {
  const auto [rest, k] = reduced_exp(clamped(x, -746.0, 710.0));
  // 2^k by two factors, so that a result below the normal numbers is rounded only once.
  const WordPart biased = hn::Add(k, hn::Set(words, 2 * exponent_bias));
  const WordPart first = hn::ShiftRight<1>(biased);
  return hn::Mul(hn::Mul(hn::Add(rest, hn::Set(doubles, 1.0)), power_of_two(first)),
                 power_of_two(hn::Sub(biased, first)));
}

/// exp(x) - 1 for 0 <= x < 700, exact to the last bits for small x too.
HWY_INLINE Part expm1_of(Part x) {
  const auto [rest, k] = reduced_exp(x);
  const Part scale = power_of_two(hn::Add(k, hn::Set(words, exponent_bias)));
  return hn::MulAdd(scale, rest, hn::Sub(scale, hn::Set(doubles, 1.0)));
}

/// k ln 2 + log(1 + f) for 1 + f from sqrt(1/2) to sqrt(2). With s = f / (2 + f) it is
/// log(1 + f) = 2 artanh(s) = 2s + s R, R = 2/3 s^2 + 2/5 s^4 + ..., and 2s = f - f^2/2 + s f^2/2
/// keeps f, the largest part, unrounded. The first term left out of R is below 2^-55 of the sum.
HWY_INLINE Part log_of_reduced(Part k, Part f) {
  const Part s = hn::Div(f, hn::Add(f, hn::Set(doubles, 2.0)));
  const Part s2 = hn::Mul(s, s);
  const Part s4 = hn::Mul(s2, s2);
  const Part even = polynomial(s4, 2.0 / 3, 2.0 / 7, 2.0 / 11, 2.0 / 15, 2.0 / 19);
  const Part odd = polynomial(s4, 2.0 / 5, 2.0 / 9, 2.0 / 13, 2.0 / 17, 2.0 / 21);
  const Part r = hn::Mul(s2, hn::MulAdd(s2, odd, even));
  const Part half_square = hn::Mul(hn::Mul(f, hn::Set(doubles, 0.5)), f);
  const Part small =
      hn::MulAdd(s, hn::Add(half_square, r), hn::Mul(k, hn::Set(doubles, ln2_lower)));
  return hn::MulAdd(k, hn::Set(doubles, ln2_upper), hn::Sub(f, hn::Sub(half_square, small)));
}

/// log(x) of a positive, normal x.
HWY_INLINE Part log_of(Part x) {
  constexpr auto one_bits = std::bit_cast<std::uint64_t>(1.0);
  const WordPart bits = hn::BitCast(words, x);
  const WordPart biased = hn::ShiftRight<fraction_bits>(
      hn::Add(bits, hn::Set(words, one_bits - std::bit_cast<std::uint64_t>(sqrt_half))));
  const Part fraction = hn::BitCast(doubles, hn::Sub(hn::Add(bits, hn::Set(words, one_bits)),
                                                     hn::ShiftLeft<fraction_bits>(biased)));
  const Part k = hn::Sub(
      hn::BitCast(doubles, hn::Or(biased, hn::Set(words, std::bit_cast<std::uint64_t>(0x1p52)))),
      hn::Set(doubles, 0x1p52 + double{exponent_bias}));
  return log_of_reduced(k, hn::Sub(fraction, hn::Set(doubles, 1.0)));
}

/// log(1 + x) for 0 <= x <= 1, exact to the last bits for small x too.
HWY_INLINE Part log1p_of(Part x) {
  const Part one = hn::Set(doubles, 1.0);
  const auto is_large = hn::Gt(x, hn::Set(doubles, 2.0 * sqrt_half - 1.0));
  const Part halved = hn::Mul(hn::Sub(x, one), hn::Set(doubles, 0.5));
  return log_of_reduced(hn::IfThenElseZero(is_large, one), hn::IfThenElse(is_large, halved, x));
}

/// sigma(|x|) and sigma(-|x|), both to the last bits; sigma(x) = 1 / (1 + exp(-x)).
struct TwoSigmoids {
  Part large;
  Part small;
  Part e;  ///< exp(-|x|)
};

HWY_INLINE TwoSigmoids two_sigmoids(Part x) {
  const Part one = hn::Set(doubles, 1.0);
  const Part e = exp_of(hn::Neg(hn::Abs(x)));
  const Part large = hn::Div(one, hn::Add(one, e));
  return {large, hn::Mul(e, large), e};
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
