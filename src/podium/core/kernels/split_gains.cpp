#include "podium/core/kernels/split_gains.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/split_gains.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

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

HWY_INLINE Part cut(Part value, double minimum, double maximum) {
  return hn::Min(hn::Max(value, hn::Set(doubles, minimum)), hn::Set(doubles, maximum));
}

HWY_INLINE Part gain_of(Part gradient, Part curvature, const LeafCuts& cuts) {
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

HWY_INLINE Part gain_of_side(const Sums& side, const SplitTerms& terms, Part& curvature) {
  const Part gradient =
      hn::Mul(hn::ConvertTo(doubles, side.gradient), hn::Set(doubles, terms.all.gradient_unit));
  curvature =
      hn::Mul(hn::ConvertTo(doubles, side.curvature), hn::Set(doubles, terms.all.curvature_unit));
  return gain_of(gradient, curvature, terms.cuts);
}

HWY_INLINE Part gain_of_split(const Sums& left, const SplitTerms& terms) {
  const Sums right = {hn::Sub(hn::Set(whole, terms.all.gradient), left.gradient),
                      hn::Sub(hn::Set(whole, terms.all.curvature), left.curvature),
                      hn::Sub(hn::Set(whole, terms.all.rows), left.rows)};
  Part left_curvature;
  Part right_curvature;
  const Part left_gain = gain_of_side(left, terms, left_curvature);
  const Part right_gain = gain_of_side(right, terms, right_curvature);
  const auto too_few = hn::Set(whole, terms.minima.rows - 1);
  const auto has_rows = hn::And(hn::Gt(left.rows, too_few), hn::Gt(right.rows, too_few));
  const Part least = hn::Min(left_curvature, right_curvature);
  const auto counts = hn::And(hn::RebindMask(doubles, has_rows),
                              hn::Ge(least, hn::Set(doubles, terms.minima.curvature)));
  return hn::IfThenElse(counts, hn::Add(left_gain, right_gain),
                        hn::Set(doubles, -std::numeric_limits<double>::infinity()));
}

double split_gains(const SplitTerms& terms, const LeftSums& left, std::span<double> gain) {
  Part largest = hn::Set(doubles, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < gain.size(); i += part_lanes) {
    const Sums sums = {hn::LoadU(whole, left.gradient.data() + i),
                       hn::LoadU(whole, left.curvature.data() + i),
                       hn::LoadU(whole, left.rows.data() + i)};
    const Part found = gain_of_split(sums, terms);
    hn::StoreU(found, doubles, gain.data() + i);
    largest = hn::Max(largest, found);
  }
  return hn::GetLane(hn::MaxOfLanes(doubles, largest));
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(split_gains);

double find_split_gains(const SplitTerms& terms, const LeftSums& left, std::span<double> gain) {
  expects(gain.size() % 8 == 0 && left.gradient.size() == gain.size() &&
              left.curvature.size() == gain.size() && left.rows.size() == gain.size(),
          "columns of one size, a multiple of 8");
  return HWY_DYNAMIC_DISPATCH(split_gains)(terms, left, gain);
}

}  // namespace podium
#endif
