#include "podium/kernels/leaf_worth.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "podium/base/error.hpp"
#include "podium/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/kernels/leaf_worth.cpp"
#include <hwy/foreach_target.h>

#include "podium/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

using Whole = hn::RebindToSigned<Doubles>;
using WholePart = hn::Vec<Whole>;

inline constexpr Whole whole{};

struct Sums {
  WholePart gradient;
  WholePart curvature;
  WholePart rows;
};

struct WideSums {
  const std::int64_t* gradient;
  const std::int64_t* curvature;
  const std::int64_t* rows;

  HWY_INLINE Sums at(std::size_t i) const {
    return {hn::LoadU(whole, gradient + i), hn::LoadU(whole, curvature + i),
            hn::LoadU(whole, rows + i)};
  }
};

struct PackedSums {
  const std::uint64_t* words;

  HWY_INLINE Sums at(std::size_t i) const {
    const auto word = hn::LoadU(hn::RebindToUnsigned<Doubles>(), words + i);
    const auto bits = hn::BitCast(whole, word);
    return {hn::ShiftRight<40>(bits),
            hn::BitCast(whole, hn::ShiftRight<40>(hn::ShiftLeft<24>(word))),
            hn::And(bits, hn::Set(whole, 0xFFFF))};
  }
};

HWY_INLINE Part cut(Part value, double minimum, double maximum) {
  return hn::Min(hn::Max(value, hn::Set(doubles, minimum)), hn::Set(doubles, maximum));
}

HWY_INLINE Part worth_of(Part gradient, Part curvature, const LeafCuts& cuts) {
  const Part zero = hn::Zero(doubles);
  const Part c = hn::Add(curvature, hn::Set(doubles, cuts.l2));
  const Part size = hn::Max(hn::Sub(hn::Abs(gradient), hn::Set(doubles, cuts.l1)), zero);
  Part w = hn::Sub(zero, hn::Div(hn::CopySign(size, gradient), c));
  w = cut(cut(w, -cuts.max_step, cuts.max_step), cuts.minimum, cuts.maximum);
  w = hn::IfThenElseZero(hn::Gt(c, zero), w);
  const Part linear = hn::Mul(hn::Mul(hn::Set(doubles, 2.0), gradient), w);
  const Part square = hn::Mul(hn::Mul(c, w), w);
  const Part size_of_w = hn::Mul(hn::Set(doubles, 2.0 * cuts.l1), hn::Abs(w));
  return hn::Neg(hn::Add(hn::Add(linear, square), size_of_w));
}

HWY_INLINE Part worth_of_side(const Sums& side, const SplitTerms& terms, Part& curvature) {
  const Part gradient =
      hn::Mul(hn::ConvertTo(doubles, side.gradient), hn::Set(doubles, terms.all.gradient_unit));
  curvature =
      hn::Mul(hn::ConvertTo(doubles, side.curvature), hn::Set(doubles, terms.all.curvature_unit));
  return worth_of(gradient, curvature, terms.cuts);
}

HWY_INLINE Part worth_of_split(const Sums& left, const SplitTerms& terms) {
  const Sums right = {hn::Sub(hn::Set(whole, terms.all.gradient), left.gradient),
                      hn::Sub(hn::Set(whole, terms.all.curvature), left.curvature),
                      hn::Sub(hn::Set(whole, terms.all.rows), left.rows)};
  Part left_curvature;
  Part right_curvature;
  const Part left_worth = worth_of_side(left, terms, left_curvature);
  const Part right_worth = worth_of_side(right, terms, right_curvature);
  const auto too_few = hn::Set(whole, terms.minima.rows - 1);
  const auto has_rows = hn::And(hn::Gt(left.rows, too_few), hn::Gt(right.rows, too_few));
  const Part least = hn::Min(left_curvature, right_curvature);
  const auto counts = hn::And(hn::RebindMask(doubles, has_rows),
                              hn::Ge(least, hn::Set(doubles, terms.minima.curvature)));
  return hn::IfThenElse(counts, hn::Add(left_worth, right_worth),
                        hn::Set(doubles, -std::numeric_limits<double>::infinity()));
}

template <class Left>
HWY_INLINE double find_worths(const Left& left, const SplitTerms& terms, std::span<double> worth) {
  Part largest = hn::Set(doubles, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < worth.size(); i += part_lanes) {
    const Part found = worth_of_split(left.at(i), terms);
    hn::StoreU(found, doubles, worth.data() + i);
    largest = hn::Max(largest, found);
  }
  return hn::GetLane(hn::MaxOfLanes(doubles, largest));
}

double wide_worths(const SplitTerms& terms, const LeftSums& left, std::span<double> worth) {
  return find_worths(WideSums{left.gradient.data(), left.curvature.data(), left.rows.data()}, terms,
                     worth);
}

double packed_worths(const SplitTerms& terms, std::span<const std::uint64_t> left,
                     std::span<double> worth) {
  return find_worths(PackedSums{left.data()}, terms, worth);
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(wide_worths);
HWY_EXPORT(packed_worths);

double find_split_worths(const SplitTerms& terms, const LeftSums& left, std::span<double> worth) {
  expects(worth.size() % 8 == 0 && left.gradient.size() == worth.size() &&
              left.curvature.size() == worth.size() && left.rows.size() == worth.size(),
          "columns of one size, a multiple of 8");
  return HWY_DYNAMIC_DISPATCH(wide_worths)(terms, left, worth);
}

double find_split_worths(const SplitTerms& terms, std::span<const std::uint64_t> left,
                         std::span<double> worth) {
  expects(worth.size() % 8 == 0 && left.size() == worth.size(),
          "columns of one size, a multiple of 8");
  return HWY_DYNAMIC_DISPATCH(packed_worths)(terms, left, worth);
}

}  // namespace podium
#endif
